import { dayNumberOf, eachWeekday, minutesADay, minutesOf, timeText, type Weekday, weekdays } from '../time/clock.ts'
import type { Availability, DateHours, DayHours, TimeRange } from './contract.ts'
import type { DateDialog, DraftAvailability, DraftDate, DraftDay, DraftTimeRange } from './drafts.ts'
import { findFaults, maxDates, maxRangesPerDay } from './find-faults.ts'

export const defaultRange: Readonly<TimeRange> = { startTime: '17:00', endTime: '20:00' }

export const makeEmptyAvailability = (timeZone: string): Availability => ({
  timeZone,
  weeklyAvailability: eachWeekday(makeDayUnavailable),
  dateSpecificAvailability: [],
})

/** Makes a day available. Keeps its hours if it has any. */
export const makeDayAvailable = (draft: DraftDay): DraftDay => ({
  isAvailable: true,
  timeRanges: draft.timeRanges.length > 0 ? draft.timeRanges : [{ ...defaultRange }],
})

export const makeDayUnavailable = (): DayHours => ({ isAvailable: false, timeRanges: [] })

/** Adds the range that `suggestRange` returns. A full day stays unchanged. */
export function addRange<T extends { timeRanges: DraftTimeRange[] }>(draft: T): T {
  const range = suggestRange(draft.timeRanges)
  if (!range) return draft
  return { ...draft, ...('isAvailable' in draft && { isAvailable: true }), timeRanges: [...draft.timeRanges, range] }
}

/**
 * The range the user most likely wants to add. On an empty day this is the default evening. Otherwise it is a free hour
 * that does not touch another range, later in the day if possible, else earlier. If there is none, it may touch another
 * range, and at last it is the largest gap that is left. Null when the day is full.
 */
export function suggestRange(timeRanges: readonly DraftTimeRange[]): TimeRange | null {
  if (timeRanges.length >= maxRangesPerDay) return null
  const taken = timeRanges
    .flatMap((range) => {
      const start = minutesOf(range.startTime)
      const end = minutesOf(range.endTime)
      return start !== null && end !== null && start < end ? [{ start, end }] : []
    })
    .sort((a, b) => a.start - b.start)
  if (taken.length === 0) return { ...defaultRange }
  const lastHour = Math.ceil(Math.max(...taken.map(({ end }) => end)) / 60)
  const laterHours = Array.from({ length: 24 - lastHour }, (_, i) => lastHour + i)
  const earlierHours = Array.from({ length: lastHour }, (_, i) => lastHour - 1 - i)
  const hours = [...laterHours, ...earlierHours].map((hour) => ({ start: hour * 60, end: hour * 60 + 60 }))
  const separateHour = hours.find((hour) => taken.every(({ start, end }) => hour.end < start || hour.start > end))
  const adjacentHour = hours.find((hour) => taken.every(({ start, end }) => hour.end <= start || hour.start >= end))
  const suggestion = separateHour ?? adjacentHour ?? findLargestGap(taken)
  return suggestion ? { startTime: timeText(suggestion.start), endTime: timeText(suggestion.end) } : null
}

function findLargestGap(taken: readonly { start: number; end: number }[]): { start: number; end: number } | null {
  let largest: { start: number; end: number } | null = null
  let lastEnd = 0
  for (const { start, end } of [...taken, { start: minutesADay, end: minutesADay }]) {
    if (start - lastEnd > (largest ? largest.end - largest.start : 0)) largest = { start: lastEnd, end: start }
    lastEnd = Math.max(lastEnd, end)
  }
  return largest
}

/** Removing a weekday's last range makes the day unavailable. */
export function removeRange<T extends { timeRanges: DraftTimeRange[] }>(draft: T, index: number): T {
  const timeRanges = draft.timeRanges.filter((_, at) => at !== index)
  return { ...draft, ...('isAvailable' in draft && { isAvailable: timeRanges.length > 0 }), timeRanges }
}

/** Copies one day's hours to other days and replaces the hours these had. */
export function copyDay(week: Record<Weekday, DraftDay>, from: Weekday, to: readonly Weekday[]): Record<Weekday, DraftDay> {
  const { isAvailable, timeRanges } = week[from]
  return eachWeekday((weekday) =>
    to.includes(weekday) ? { isAvailable, timeRanges: timeRanges.map((range) => ({ ...range })) } : week[weekday],
  )
}

/** The first state of the dialog for one date: the default, or the entry to edit. */
export function openDateDialog(entry?: DraftDate): DateDialog {
  if (!entry) return { date: null, unavailableAllDay: false, timeRanges: [{ ...defaultRange }] }
  // If the user unchecks "Unavailable all day", the default range appears.
  if (entry.timeRanges.length === 0) return { date: entry.date, unavailableAllDay: true, timeRanges: [{ ...defaultRange }] }
  return { date: entry.date, unavailableAllDay: false, timeRanges: entry.timeRanges }
}

/** Adds the entry of a valid dialog to the list. `replacedDate` is the old date of an edited entry. */
export function applyDateDialog(dates: readonly DraftDate[], dialog: DateDialog, replacedDate?: string): DraftDate[] {
  const { date } = dialog
  if (date === null) return [...dates]
  const others = dates.filter((entry) => entry.date !== date && entry.date !== replacedDate)
  return sortDates([...others, { date, timeRanges: dialog.unavailableAllDay ? [] : dialog.timeRanges }])
}

/** The Save button is enabled only if this is true. */
export function canSave({ weeklyAvailability, dateSpecificAvailability }: DraftAvailability): boolean {
  const dates = dateSpecificAvailability.map(({ date }) => date)
  const days = [...weekdays.map((weekday) => weeklyAvailability[weekday]), ...dateSpecificAvailability]
  return (
    dates.length <= maxDates &&
    new Set(dates).size === dates.length &&
    dates.every((date) => dayNumberOf(date) !== null) &&
    days.every((draft) => draft.timeRanges.length <= maxRangesPerDay && findFaults(draft).length === 0)
  )
}

/**
 * The availability to send. Drops ranges without a start or an end, and sorts ranges and dates. Reversed or overlapping
 * ranges stay, so that the server refuses them with an error instead of losing them silently.
 */
export function prepareToSave(draft: DraftAvailability): Availability {
  const weeklyAvailability = eachWeekday((weekday) => {
    const { isAvailable, timeRanges } = draft.weeklyAvailability[weekday]
    const complete = isAvailable ? keepCompleteRanges(timeRanges) : []
    return { isAvailable: complete.length > 0, timeRanges: complete }
  })
  const dates = draft.dateSpecificAvailability.flatMap(({ date, timeRanges }): DateHours[] => {
    const complete = keepCompleteRanges(timeRanges)
    // If all ranges of a date are incomplete, the date is dropped. Without ranges it would mean "unavailable all day".
    return complete.length > 0 || timeRanges.length === 0 ? [{ date, timeRanges: complete }] : []
  })
  return { timeZone: draft.timeZone, weeklyAvailability, dateSpecificAvailability: sortDates(dates) }
}

const keepCompleteRanges = (ranges: readonly DraftTimeRange[]): TimeRange[] =>
  ranges
    .flatMap(({ startTime, endTime }) => (startTime && endTime ? [{ startTime, endTime }] : []))
    .sort((a, b) => compareText(a.startTime, b.startTime) || compareText(a.endTime, b.endTime))

const sortDates = <T extends { date: string }>(dates: readonly T[]): T[] => [...dates].sort((a, b) => compareText(a.date, b.date))

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
