import { dayNumberOf, eachWeekday, minutesADay, minutesOf, timeText, type Weekday, weekdays } from '../time/clock.ts'
import type { Availability, DateHours, DayHours, TimeRange } from './contract.ts'
import type { DateDialog, DraftAvailability, DraftDate, DraftDay, DraftTimeRange } from './drafts.ts'
import { findFaults, maxDates, maxRangesPerDay } from './find-faults.ts'

export const defaultRange: Readonly<TimeRange> = { startTime: '17:00', endTime: '20:00' }

export const startAvailability = (timeZone: string): Availability => ({
  timeZone,
  weeklyAvailability: eachWeekday(untickDay),
  dateSpecificAvailability: [],
})

/** Ticking a day that has hours already keeps them. */
export const tickDay = (draft: DraftDay): DraftDay => ({
  isAvailable: true,
  timeRanges: draft.timeRanges.length > 0 ? draft.timeRanges : [{ ...defaultRange }],
})

export const untickDay = (): DayHours => ({ isAvailable: false, timeRanges: [] })

/** Adds what `suggestRange` suggests; a full day stays as it is. */
export function addRange<T extends { timeRanges: DraftTimeRange[] }>(draft: T): T {
  const range = suggestRange(draft.timeRanges)
  if (!range) return draft
  return { ...draft, ...('isAvailable' in draft && { isAvailable: true }), timeRanges: [...draft.timeRanges, range] }
}

/**
 * The range a person most likely wants next: the usual evening on an empty day, else an hour later the same day with
 * a break before it, else earlier, else beside another range, else whatever is left. Null when the day is full.
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
  const later = Array.from({ length: 24 - lastHour }, (_, i) => lastHour + i)
  const earlier = Array.from({ length: lastHour }, (_, i) => lastHour - 1 - i)
  const hours = [...later, ...earlier].map((hour) => ({ start: hour * 60, end: hour * 60 + 60 }))
  const alone = hours.find((hour) => taken.every(({ start, end }) => hour.end < start || hour.start > end))
  const beside = hours.find((hour) => taken.every(({ start, end }) => hour.end <= start || hour.start >= end))
  const found = alone ?? beside ?? largestGap(taken)
  return found ? { startTime: timeText(found.start), endTime: timeText(found.end) } : null
}

function largestGap(taken: readonly { start: number; end: number }[]): { start: number; end: number } | null {
  let largest: { start: number; end: number } | null = null
  let reached = 0
  for (const { start, end } of [...taken, { start: minutesADay, end: minutesADay }]) {
    if (start - reached > (largest ? largest.end - largest.start : 0)) largest = { start: reached, end: start }
    reached = Math.max(reached, end)
  }
  return largest
}

/** Removing a weekday's last range makes the day unavailable. */
export function removeRange<T extends { timeRanges: DraftTimeRange[] }>(draft: T, index: number): T {
  const timeRanges = draft.timeRanges.filter((_, at) => at !== index)
  return { ...draft, ...('isAvailable' in draft && { isAvailable: timeRanges.length > 0 }), timeRanges }
}

/** The days copied to lose their own hours. */
export function copyDay(week: Record<Weekday, DraftDay>, from: Weekday, to: readonly Weekday[]): Record<Weekday, DraftDay> {
  const { isAvailable, timeRanges } = week[from]
  return eachWeekday((weekday) =>
    to.includes(weekday) ? { isAvailable, timeRanges: timeRanges.map((range) => ({ ...range })) } : week[weekday],
  )
}

/** How the date-specific dialog opens: empty, or with the entry to edit. */
export function openDateDialog(entry?: DraftDate): DateDialog {
  if (!entry) return { date: null, unavailableAllDay: false, timeRanges: [{ ...defaultRange }] }
  // The usual range waits behind the tick, so that taking the tick away leaves something to change.
  if (entry.timeRanges.length === 0) return { date: entry.date, unavailableAllDay: true, timeRanges: [{ ...defaultRange }] }
  return { date: entry.date, unavailableAllDay: false, timeRanges: entry.timeRanges }
}

/** Puts what a dialog without faults holds into the list; `replaced` is the date that the edited entry had before. */
export function putDate(dates: readonly DraftDate[], dialog: DateDialog, replaced?: string): DraftDate[] {
  const { date } = dialog
  if (date === null) return [...dates]
  const others = dates.filter((entry) => entry.date !== date && entry.date !== replaced)
  return sortDates([...others, { date, timeRanges: dialog.unavailableAllDay ? [] : dialog.timeRanges }])
}

/** Save is offered only while this holds. */
export function isSavable({ weeklyAvailability, dateSpecificAvailability }: DraftAvailability): boolean {
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
 * What is sent: ranges lacking a start or an end are dropped, ranges and dates sorted. Nothing is merged, and reversed
 * or overlapping ranges stay for the contract to refuse: a person hears of them instead of losing them.
 */
export function readyToSave(draft: DraftAvailability): Availability {
  const weeklyAvailability = eachWeekday((weekday) => {
    const { isAvailable, timeRanges } = draft.weeklyAvailability[weekday]
    const complete = isAvailable ? completeRanges(timeRanges) : []
    return { isAvailable: complete.length > 0, timeRanges: complete }
  })
  const dates = draft.dateSpecificAvailability.flatMap(({ date, timeRanges }): DateHours[] => {
    const complete = completeRanges(timeRanges)
    // A date whose ranges were all unfinished must not turn into a whole day off.
    return complete.length > 0 || timeRanges.length === 0 ? [{ date, timeRanges: complete }] : []
  })
  return { timeZone: draft.timeZone, weeklyAvailability, dateSpecificAvailability: sortDates(dates) }
}

const completeRanges = (ranges: readonly DraftTimeRange[]): TimeRange[] =>
  ranges
    .flatMap(({ startTime, endTime }) => (startTime && endTime ? [{ startTime, endTime }] : []))
    .sort((a, b) => compareText(a.startTime, b.startTime) || compareText(a.endTime, b.endTime))

const sortDates = <T extends { date: string }>(dates: readonly T[]): T[] => [...dates].sort((a, b) => compareText(a.date, b.date))

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
