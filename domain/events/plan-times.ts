import { AppError, type ErrorCode } from '../errors.ts'
import { expandSeries, type SeriesFault } from '../time/expand-series.ts'
import { localToInstant, type TimeFault } from '../time/local-time.ts'
import { minute } from '../time/spans.ts'
import { type EventForm, maxDurationMinutes, maxOccurrences, minDurationMinutes, type Repeat } from './form-contract.ts'
import { joinFromOf, joinMinutesOf, splitLocalTime } from './local-times.ts'

export type Times = { startsAt: number; endsAt: number }
/** `joinsAt`: joining opens then; null if it is open at once. */
export type PlannedTimes = Times & { joinsAt: number | null }

type TimesOfForm = Pick<EventForm, 'starts' | 'ends' | 'joinFrom'>

const timeCodes = {
  notADate: 'NotADate',
  notATime: 'NotATime',
  notAZone: 'NotATimeZone',
  skipped: 'TimeSkipped',
} as const satisfies Record<TimeFault, ErrorCode>

/** The error of each fault of a series. */
export const planCodes = {
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
export function planTimes({ starts, ends, joinFrom }: TimesOfForm, zone: string, now: number): PlannedTimes {
  const startsAt = readLocal(starts, zone, 'form.starts')
  const endsAt = readLocal(ends, zone, 'form.ends')
  if (startsAt <= now) throw new AppError('TimeInPast', { field: 'form.starts' })
  if (startsAt > now + maxTimeAhead) throw new AppError('TooFarAhead', { field: 'form.starts' })
  if (endsAt <= startsAt) throw new AppError('EndBeforeStart', { field: 'form.ends' })
  if (endsAt - startsAt < minDurationMinutes * minute)
    throw new AppError('EventTooShort', { field: 'form.ends', values: { minutes: minDurationMinutes } })
  if (endsAt - startsAt > maxDurationMinutes * minute) throw new AppError('EventTooLong', { field: 'form.ends' })
  return { startsAt, endsAt, joinsAt: joinFrom === null ? null : readLocal(joinFrom, zone, 'form.joinFrom') }
}

/** Plans every date of a series, in the event's time zone. */
export function planSeries(form: TimesOfForm, repeat: Repeat, zone: string, now: number): PlannedTimes[] {
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
  if (expanded.fault === null)
    return expanded.occurrences.map((occurrence) => ({
      startsAt: occurrence.startsAt,
      endsAt: occurrence.endsAt,
      joinsAt: readJoinsAt(joinFromOf({ date: occurrence.date, time: startTime }, joinMinutesOf(form)), zone),
    }))
  throw new AppError(planCodes[expanded.fault], { field: 'repeat', values: { max: maxOccurrences } })
}

/** The start of another date of a series, in the zone of its place. If the clocks skip its time, it starts at the next minute that exists. */
export function readStart(starts: string, zone: string): number {
  const { date, time } = splitLocalTime(starts)
  const found = localToInstant(date, time, zone)
  if (found.fault === 'skipped') return found.next.instant
  if (found.fault !== null) throw new AppError(timeCodes[found.fault], { field: 'form.starts' })
  return found.instant
}

/** When joining opens on a date of a series. */
export const readJoinsAt = (joinFrom: string | null, zone: string): number | null => (joinFrom === null ? null : readStart(joinFrom, zone))
