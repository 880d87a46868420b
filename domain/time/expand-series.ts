import { dateText, dayNumberOf, type Weekday, weekdayOf, weekdays } from './clock.ts'
import { localToInstant, type TimeFault, timeFaultMessages } from './local-time.ts'
import { minute } from './spans.ts'
import type { LocalTime } from './wall-clock.ts'

export type SeriesRule = {
  every: 'day' | 'week' | 'month'
  /** 1 is every week, 2 is every second week, and so on up to 12. */
  interval: number
  /** For weekly series; weeks begin on Monday. If empty, the weekday of the first date is used. */
  weekdays?: readonly Weekday[] | undefined
  /** How many dates the rule gives. Dates that are left out count too, as they do in calendars. */
  count?: number | null | undefined
  /** The series has no dates after this one. */
  until?: string | null | undefined
}

export type Series = {
  date: string
  startTime: string
  durationMinutes: number
  zone: string
  rule: SeriesRule
  /** Dates that are left out. */
  exceptions: readonly string[]
}

/** `isMoved` if the clocks skip the series' time on that date. The occurrence then starts at the next minute that exists. */
export type Occurrence = LocalTime & { startsAt: number; endsAt: number; isMoved: boolean }

export type SeriesFault = Exclude<TimeFault, 'skipped'> | 'notAnInterval' | 'notACount' | 'endless' | 'endsBefore' | 'tooMany' | 'none'

export type ExpandedSeries = { fault: null; occurrences: Occurrence[] } | { fault: SeriesFault }

export const formatSeriesFault = (fault: SeriesFault, maxDates: number): string =>
  ({
    ...timeFaultMessages,
    notAnInterval: 'Repeat every 1 to 12 days, weeks or months.',
    notACount: `A series can have 1 to ${maxDates} dates.`,
    endless: 'Choose how many times it repeats or when it ends.',
    endsBefore: 'The last date must not be before the first.',
    tooMany: `A series can have up to ${maxDates} dates. Choose an earlier end, and create another series later.`,
    none: 'This series has no dates left.',
  })[fault]

const lastDay = dayNumberOf('9999-12-31') ?? 0

/** Lists the dates of a series, each at the same time in the venue's zone. A series with more than `maxDates` dates is a fault. */
export function expandSeries({ date, startTime, durationMinutes, zone, rule, exceptions }: Series, maxDates: number): ExpandedSeries {
  const first = dayNumberOf(date)
  if (first === null) return { fault: 'notADate' }
  const fault = findRuleFault(rule, first, maxDates)
  if (fault) return { fault }
  const until = (rule.until && dayNumberOf(rule.until)) || lastDay
  const excluded = new Set(exceptions)
  const occurrences: Occurrence[] = []
  let found = 0
  for (const dayNumber of generateDates(rule, first)) {
    if (dayNumber > until || found === rule.count) break
    if (++found > maxDates) return { fault: 'tooMany' }
    const occurrenceDate = dateText(dayNumber)
    if (excluded.has(occurrenceDate)) continue
    const start = localToInstant(occurrenceDate, startTime, zone)
    if (start.fault !== null && start.fault !== 'skipped') return { fault: start.fault }
    const actualStart = start.fault === null ? { date: occurrenceDate, time: startTime, instant: start.instant } : start.next
    const { instant: startsAt, ...local } = actualStart
    occurrences.push({ ...local, startsAt, endsAt: startsAt + durationMinutes * minute, isMoved: start.fault !== null })
  }
  return occurrences.length > 0 ? { fault: null, occurrences } : { fault: 'none' }
}

function findRuleFault({ interval, count, until }: SeriesRule, first: number, maxDates: number): SeriesFault | null {
  if (!Number.isInteger(interval) || interval < 1 || interval > 12) return 'notAnInterval'
  const hasCount = count !== null && count !== undefined
  if (hasCount && (!Number.isInteger(count) || count < 1)) return 'notACount'
  if (hasCount && count > maxDates) return 'tooMany'
  if (!until) return hasCount ? null : 'endless'
  const last = dayNumberOf(until)
  if (last === null) return 'notADate'
  return last < first ? 'endsBefore' : null
}

/** Yields the rule's dates in order, as day numbers, up to the year 9999. */
function* generateDates({ every, interval, weekdays: chosenDays = [] }: SeriesRule, first: number): Generator<number> {
  if (every === 'month') {
    const [year = 0, month = 1, dayOfMonth = 1] = dateText(first).split('-').map(Number)
    for (let months = year * 12 + month - 1; months < 10_000 * 12; months += interval) {
      const date = [
        String(Math.floor(months / 12)).padStart(4, '0'),
        String((months % 12) + 1).padStart(2, '0'),
        String(dayOfMonth).padStart(2, '0'),
      ]
      // A month without this day, such as the 31st, has no date in the series.
      const dayNumber = dayNumberOf(date.join('-'))
      if (dayNumber !== null) yield dayNumber
    }
    return
  }
  if (every === 'day') {
    for (let dayNumber = first; dayNumber <= lastDay; dayNumber += interval) yield dayNumber
    return
  }
  const start = weekdayOf(first)
  const monday = first - weekdays.indexOf(start)
  const steps = weekdays.flatMap((weekday, index) =>
    (chosenDays.length > 0 ? chosenDays.includes(weekday) : weekday === start) ? [index] : [],
  )
  for (let week = monday; week <= lastDay; week += 7 * interval) {
    for (const step of steps) if (week + step >= first && week + step <= lastDay) yield week + step
  }
}
