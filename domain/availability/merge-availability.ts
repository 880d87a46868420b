import { type EditPart, type Edits, fieldsPart } from '../merge-edits.ts'
import { eachWeekday, minutesOf, type Weekday, weekdays } from '../time/clock.ts'
import type { DraftAvailability, DraftTimeRange } from './drafts.ts'
import { maxRangesPerDay } from './find-faults.ts'

/** The time zone, one day of the week, or one date. */
export type AvailabilityPart = EditPart<DraftAvailability> &
  ({ kind: 'timeZone' } | { kind: 'weekday'; weekday: Weekday } | { kind: 'date'; date: string })

/** The parts of these availabilities that are merged on their own. */
export function listAvailabilityParts(edits: Edits<DraftAvailability>): AvailabilityPart[] {
  const all = [edits.base, edits.mine, edits.theirs].flatMap((availability) => availability?.dateSpecificAvailability ?? [])
  const dates = [...new Set(all.map(({ date }) => date))].sort()
  return [{ kind: 'timeZone', ...fieldsPart<DraftAvailability>(['timeZone']) }, ...weekdays.map(weekdayPart), ...dates.map(datePart)]
}

function weekdayPart(weekday: Weekday): AvailabilityPart {
  const rangesOf = ({ weeklyAvailability }: DraftAvailability) => {
    const { isAvailable, timeRanges } = weeklyAvailability[weekday]
    return isAvailable ? sortRanges(timeRanges) : []
  }
  const setRanges = (to: DraftAvailability, timeRanges: DraftTimeRange[]): DraftAvailability => ({
    ...to,
    weeklyAvailability: eachWeekday((day) =>
      day === weekday ? { isAvailable: timeRanges.length > 0, timeRanges } : to.weeklyAvailability[day],
    ),
  })
  return { kind: 'weekday', weekday, ...rangesPart(rangesOf, (to, ranges) => setRanges(to, ranges ?? [])) }
}

/** A date without an entry has the hours of its weekday. Its ranges are null. */
function datePart(date: string): AvailabilityPart {
  const rangesOf = ({ dateSpecificAvailability }: DraftAvailability) => {
    const entry = dateSpecificAvailability.find((one) => one.date === date)
    return entry ? sortRanges(entry.timeRanges) : null
  }
  const setRanges = (to: DraftAvailability, timeRanges: DraftTimeRange[] | null): DraftAvailability => {
    const others = to.dateSpecificAvailability.filter((entry) => entry.date !== date)
    const dates = timeRanges ? [...others, { date, timeRanges }] : others
    return { ...to, dateSpecificAvailability: dates.sort((a, b) => compareText(a.date, b.date)) }
  }
  return { kind: 'date', date, ...rangesPart(rangesOf, setRanges) }
}

type Ranges = DraftTimeRange[] | null

const rangesPart = (
  rangesOf: (availability: DraftAvailability) => Ranges,
  setRanges: (to: DraftAvailability, ranges: Ranges) => DraftAvailability,
): EditPart<DraftAvailability> => ({
  valueOf: rangesOf,
  copy: (to, from) => setRanges(to, rangesOf(from)),
  combine: ({ base, mine, theirs }) => {
    const ranges = combineRanges(rangesOf(base) ?? [], rangesOf(mine) ?? [], rangesOf(theirs) ?? [])
    return ranges && setRanges(mine, ranges)
  },
})

/**
 * Both changes of the ranges of a day. Null if a range that one side added or removed overlaps one of the other side, or if one side
 * has no hours, because that is a decision about the whole day.
 */
function combineRanges(base: DraftTimeRange[], mine: DraftTimeRange[], theirs: DraftTimeRange[]): DraftTimeRange[] | null {
  if (mine.length === 0 || theirs.length === 0) return null
  const [ownChanges, otherChanges] = [listChangedRanges(base, mine), listChangedRanges(base, theirs)]
  const doCollide = (changes: DraftTimeRange[], others: DraftTimeRange[]) =>
    leaveOut(changes, others).some((range) => others.some((other) => doOverlap(range, other)))
  if (doCollide(ownChanges, otherChanges) || doCollide(otherChanges, ownChanges)) return null
  const removed = leaveOut(base, theirs)
  const added = leaveOut(theirs, [...base, ...mine])
  const combined = [...leaveOut(mine, removed), ...added]
  return combined.length > 0 && combined.length <= maxRangesPerDay ? sortRanges(combined) : null
}

const keyOf = ({ startTime, endTime }: DraftTimeRange) => `${startTime ?? ''}-${endTime ?? ''}`

function leaveOut(ranges: readonly DraftTimeRange[], others: readonly DraftTimeRange[]): DraftTimeRange[] {
  const keys = new Set(others.map(keyOf))
  return ranges.filter((range) => !keys.has(keyOf(range)))
}

const listChangedRanges = (before: DraftTimeRange[], after: DraftTimeRange[]) => [...leaveOut(before, after), ...leaveOut(after, before)]

function doOverlap(a: DraftTimeRange, b: DraftTimeRange): boolean {
  const [startA, endA, startB, endB] = [a.startTime, a.endTime, b.startTime, b.endTime].map(minutesOf)
  return startA != null && endA != null && startB != null && endB != null && startA < endB && startB < endA
}

const sortRanges = (ranges: readonly DraftTimeRange[]) => [...ranges].sort((a, b) => compareText(keyOf(a), keyOf(b)))

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
