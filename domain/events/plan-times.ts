import { AppError, type ErrorCode } from '../errors.ts'
import { dateText, dayNumberOf } from '../time/clock.ts'
import { expandSeries, type SeriesFault } from '../time/expand-series.ts'
import { localToInstant, type TimeFault } from '../time/local-time.ts'
import { minute } from '../time/spans.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import { type EventForm, maxDurationMinutes, maxOccurrences, minDurationMinutes, type Repeat } from './form-contract.ts'

export type Times = { startsAt: number; endsAt: number }

const timeCodes = {
  notADate: 'NotADate',
  notATime: 'NotATime',
  notAZone: 'NotATimeZone',
  skipped: 'TimeSkipped',
} as const satisfies Record<TimeFault, ErrorCode>

const seriesCodes = {
  ...timeCodes,
  notAnInterval: 'InvalidRepeatInterval',
  notACount: 'InvalidSeriesCount',
  endless: 'SeriesEndless',
  endsBefore: 'SeriesEndsBeforeStart',
  tooMany: 'SeriesTooLong',
  none: 'SeriesEmpty',
} as const satisfies Record<SeriesFault, ErrorCode>

const maxTimeAhead = 2 * 366 * 24 * 60 * minute

/** Reads a local time from the form and returns its instant in the event's time zone. */
function readLocal(text: string, zone: string, field: string): number {
  const [date = '', time = ''] = text.split('T')
  const found = localToInstant(date, time, zone)
  if (found.fault !== null) throw new AppError(timeCodes[found.fault], { field })
  return found.instant
}

/** Reads and checks start and end. It compares instants, because a clock change in between can make a later-looking end earlier. */
export function planTimes({ starts, ends }: Pick<EventForm, 'starts' | 'ends'>, zone: string, now: number): Times {
  const startsAt = readLocal(starts, zone, 'form.starts')
  const endsAt = readLocal(ends, zone, 'form.ends')
  if (startsAt <= now) throw new AppError('TimeInPast', { field: 'form.starts' })
  if (startsAt > now + maxTimeAhead) throw new AppError('TooFarAhead', { field: 'form.starts' })
  if (endsAt <= startsAt) throw new AppError('EndBeforeStart', { field: 'form.ends' })
  if (endsAt - startsAt < minDurationMinutes * minute)
    throw new AppError('EventTooShort', { field: 'form.ends', values: { minutes: minDurationMinutes } })
  if (endsAt - startsAt > maxDurationMinutes * minute) throw new AppError('EventTooLong', { field: 'form.ends' })
  return { startsAt, endsAt }
}

/** Plans every date of a series, in the event's time zone. */
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
  throw new AppError(seriesCodes[expanded.fault], { field: 'repeat', values: { max: maxOccurrences } })
}

/**
 * Applies the change of one date to another date of its series: the same local time and length, and moved by the same number of
 * days.
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
