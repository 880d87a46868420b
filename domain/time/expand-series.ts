import { dateText, dayNumberOf, type Weekday, weekdayOf, weekdays } from './clock.ts'
import { localToInstant, type TimeFault, timeFaultWords } from './local-time.ts'
import { minute } from './spans.ts'
import type { LocalTime } from './wall-clock.ts'

export type SeriesRule = {
  every: 'day' | 'week' | 'month'
  /** Each, each second, … each twelfth of them. */
  interval: number
  /** For weeks, which begin on Monday: none named is the weekday of the first date. */
  weekdays?: readonly Weekday[] | undefined
  /** How many dates the rule gives, those left out included, as calendars count. */
  count?: number | null | undefined
  /** The last date it may fall on. */
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

/** `isMoved` where clocks skip the series' time on that date and this is the next minute there is. */
export type Occurrence = LocalTime & { startsAt: number; endsAt: number; isMoved: boolean }

export type SeriesFault = Exclude<TimeFault, 'skipped'> | 'notAnInterval' | 'notACount' | 'endless' | 'endsBefore' | 'tooMany' | 'none'

export type ExpandedSeries = { fault: null; occurrences: Occurrence[] } | { fault: SeriesFault }

export const seriesFaultWords = (fault: SeriesFault, most: number): string =>
  ({
    ...timeFaultWords,
    notAnInterval: 'Repeat every 1 to 12 days, weeks or months.',
    notACount: `A series has 1 to ${most} dates.`,
    endless: 'Say how often it repeats, or until when.',
    endsBefore: 'The last date is before the first.',
    tooMany: `That is more than ${most} dates. End it sooner, and make another series later.`,
    none: 'No date is left of this series.',
  })[fault]

const lastDay = dayNumberOf('9999-12-31') ?? 0

/** Each date of a series at the same time by the venue's clocks. What would be more than `most` dates is a fault, found without going through them. */
export function expandSeries({ date, startTime, durationMinutes, zone, rule, exceptions }: Series, most: number): ExpandedSeries {
  const first = dayNumberOf(date)
  if (first === null) return { fault: 'notADate' }
  const fault = findRuleFault(rule, first, most)
  if (fault) return { fault }
  const until = (rule.until && dayNumberOf(rule.until)) || lastDay
  const left = new Set(exceptions)
  const occurrences: Occurrence[] = []
  let found = 0
  for (const dayNumber of datesOf(rule, first)) {
    if (dayNumber > until || found === rule.count) break
    if (++found > most) return { fault: 'tooMany' }
    const on = dateText(dayNumber)
    if (left.has(on)) continue
    const start = localToInstant(on, startTime, zone)
    if (start.fault !== null && start.fault !== 'skipped') return { fault: start.fault }
    const real = start.fault === null ? { date: on, time: startTime, instant: start.instant } : start.next
    const { instant: startsAt, ...local } = real
    occurrences.push({ ...local, startsAt, endsAt: startsAt + durationMinutes * minute, isMoved: start.fault !== null })
  }
  return occurrences.length > 0 ? { fault: null, occurrences } : { fault: 'none' }
}

function findRuleFault({ interval, count, until }: SeriesRule, first: number, most: number): SeriesFault | null {
  if (!Number.isInteger(interval) || interval < 1 || interval > 12) return 'notAnInterval'
  const hasCount = count !== null && count !== undefined
  if (hasCount && (!Number.isInteger(count) || count < 1)) return 'notACount'
  if (hasCount && count > most) return 'tooMany'
  if (!until) return hasCount ? null : 'endless'
  const last = dayNumberOf(until)
  if (last === null) return 'notADate'
  return last < first ? 'endsBefore' : null
}

/** The rule's dates in order, as day numbers, to the end of the calendar. */
function* datesOf({ every, interval, weekdays: named = [] }: SeriesRule, first: number): Generator<number> {
  if (every === 'month') {
    const [year = 0, month = 1, dayOfMonth = 1] = dateText(first).split('-').map(Number)
    for (let months = year * 12 + month - 1; months < 10_000 * 12; months += interval) {
      const date = [
        String(Math.floor(months / 12)).padStart(4, '0'),
        String((months % 12) + 1).padStart(2, '0'),
        String(dayOfMonth).padStart(2, '0'),
      ]
      // Months without a 31st have no game.
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
  const steps = weekdays.flatMap((weekday, index) => ((named.length > 0 ? named.includes(weekday) : weekday === start) ? [index] : []))
  for (let week = monday; week <= lastDay; week += 7 * interval) {
    for (const step of steps) if (week + step >= first && week + step <= lastDay) yield week + step
  }
}
