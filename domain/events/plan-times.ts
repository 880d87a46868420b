import { AppError, type ErrorCode } from '../errors.ts'
import { dateText, dayNumberOf } from '../time/clock.ts'
import { expandSeries, type SeriesFault } from '../time/expand-series.ts'
import { localToInstant, type TimeFault } from '../time/local-time.ts'
import { minute } from '../time/spans.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import { type EventForm, maxMinutes, maxOccurrences, type Repeat, shortestMinutes } from './form-contract.ts'

export type Times = { startsAt: number; endsAt: number }

const timeCodes = {
  notADate: 'NotADate',
  notATime: 'NotATime',
  notAZone: 'NotATimeZone',
  skipped: 'TimeSkipped',
} as const satisfies Record<TimeFault, ErrorCode>

const seriesCodes = {
  ...timeCodes,
  notAnInterval: 'RepeatIntervalWrong',
  notACount: 'SeriesCountWrong',
  endless: 'SeriesEndless',
  endsBefore: 'SeriesEndsBeforeStart',
  tooMany: 'SeriesTooLong',
  none: 'SeriesEmpty',
} as const satisfies Record<SeriesFault, ErrorCode>

const furthestAhead = 2 * 366 * 24 * 60 * minute

/** The instant that a wall-clock time of the form means where the event is. */
function readLocal(text: string, zone: string, at: string): number {
  const [date = '', time = ''] = text.split('T')
  const found = localToInstant(date, time, zone)
  if (found.fault !== null) throw new AppError(timeCodes[found.fault], { at })
  return found.instant
}

/** When it begins and ends. Clocks that change in between count: an end that looks later may not be. */
export function planTimes({ starts, ends }: Pick<EventForm, 'starts' | 'ends'>, zone: string, now: number): Times {
  const startsAt = readLocal(starts, zone, 'form.starts')
  const endsAt = readLocal(ends, zone, 'form.ends')
  if (startsAt <= now) throw new AppError('TimeIsOver', { at: 'form.starts' })
  if (startsAt > now + furthestAhead) throw new AppError('TooFarAhead', { at: 'form.starts' })
  if (endsAt <= startsAt) throw new AppError('EndBeforeStart', { at: 'form.ends' })
  if (endsAt - startsAt < shortestMinutes * minute)
    throw new AppError('EventTooShort', { at: 'form.ends', values: { minutes: shortestMinutes } })
  if (endsAt - startsAt > maxMinutes * minute) throw new AppError('EventTooLong', { at: 'form.ends' })
  return { startsAt, endsAt }
}

/** Every date of a series, by the clocks where it is. */
export function planSeries(form: Pick<EventForm, 'starts' | 'ends'>, repeat: Repeat, zone: string, now: number): Times[] {
  const first = planTimes(form, zone, now)
  const [date = '', startTime = ''] = form.starts.split('T')
  const { every, interval, weekdays, count, until, except } = repeat
  const expanded = expandSeries(
    {
      date,
      startTime,
      zone,
      durationMinutes: (first.endsAt - first.startsAt) / minute,
      rule: { every, interval, weekdays, count, until },
      exceptions: except,
    },
    maxOccurrences,
  )
  if (expanded.fault === null) return expanded.occurrences.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
  throw new AppError(seriesCodes[expanded.fault], { at: 'repeat', values: { max: maxOccurrences } })
}

/**
 * What an edit of one date makes of another of its series: the same wall-clock time and length, as many days off its own date as the
 * edited one was moved.
 */
export function shiftTimes(edited: { before: Times; after: Times }, other: Times, zone: string): Times {
  const from = instantToLocal(edited.before.startsAt, zone)
  const to = instantToLocal(edited.after.startsAt, zone)
  const days = (dayNumberOf(to.date) ?? 0) - (dayNumberOf(from.date) ?? 0)
  const date = dateText((dayNumberOf(instantToLocal(other.startsAt, zone).date) ?? 0) + days)
  const found = localToInstant(date, to.time, zone)
  const startsAt = found.fault === null ? found.instant : found.fault === 'skipped' ? found.next.instant : other.startsAt
  return { startsAt, endsAt: startsAt + (edited.after.endsAt - edited.after.startsAt) }
}
