import * as v from 'valibot'
import { PlainDate } from '../availability/contract.ts'
import { properName } from '../texts.ts'
import { dateText, dayNumberOf } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import { maxLabelLength } from './contract.ts'

/** How long the person who copied a season can undo it. */
export const copyUndoTime = day

/** A copy is as long as its season, and has its groups. */
export const CopySeason = v.object({
  label: properName('A season label', 1, maxLabelLength),
  startDate: PlainDate,
  copiesPeople: v.boolean(),
  copiesGames: v.boolean(),
})
export type CopySeason = v.InferOutput<typeof CopySeason>

const keptKinds = ['season', 'group', 'person', 'game'] as const

/** What was changed since the copy was made. It was not deleted. If nothing was changed, the whole copy is deleted. */
export const UndoneCopy = v.object({ kept: v.array(v.object({ kind: v.picklist(keptKinds), name: v.string() })) })
export type UndoneCopy = v.InferOutput<typeof UndoneCopy>

type Dates = { startDate: string; endDate: string }

/** The dates of a copy that starts on a day: as long as the season that is copied. Null if a date is none that a season can have. */
export function shiftDates({ startDate, endDate }: Dates, newStart: string): Dates | null {
  const [start, end, first] = [startDate, endDate, newStart].map(dayNumberOf)
  if (start == null || end == null || first == null) return null
  const newEnd = dateText(first + end - start)
  return dayNumberOf(newEnd) === null ? null : { startDate: newStart, endDate: newEnd }
}

/** The day of a game in the copy: on the same weekday, at the same point of the season. Null if there is no such day in the copy. */
export function shiftGame(date: string, season: Dates, copy: Dates): string | null {
  const [from, start, first, last] = [date, season.startDate, copy.startDate, copy.endDate].map(dayNumberOf)
  if (from == null || start == null || first == null || last == null) return null
  const weeks = (first - start) / 7
  const shifted = [Math.ceil(weeks), Math.floor(weeks)]
    .map((count) => from + 7 * count)
    .find((dayNumber) => dayNumber >= first && dayNumber <= last)
  return shifted === undefined ? null : dateText(shifted)
}
