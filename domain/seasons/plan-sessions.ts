import { AppError } from '../errors.ts'
import { planCodes } from '../events/plan-times.ts'
import { expandSeries } from '../time/expand-series.ts'
import { minute } from '../time/spans.ts'
import type { PlannedSession, SessionPattern } from './pattern-contract.ts'
import { maxSessions } from './results-contract.ts'

type Pattern = Pick<SessionPattern, 'weekdays' | 'startTime' | 'durationMinutes' | 'except'>
type Plan = { season: { startDate: string; endDate: string }; zone: string; now: number }

/** Games are planned at most two years ahead, like all games. */
const maxTimeAhead = 2 * 366 * 24 * 60 * minute

/** Lists the games of a pattern from the first to the last day of the season, without those that have started. */
export function planSessions({ weekdays, startTime, durationMinutes, except }: Pattern, { season, zone, now }: Plan): PlannedSession[] {
  // A season can last for decades. Days that are over or left out count until here, so the bound is that of a year of days.
  const expanded = expandSeries(
    {
      date: season.startDate,
      startTime,
      durationMinutes,
      zone,
      rule: { every: 'week', interval: 1, weekdays, until: season.endDate },
      exceptions: except,
    },
    maxDates,
  )
  if (expanded.fault === 'none') throw new AppError('NoSessions', { field: 'weekdays' })
  if (expanded.fault === 'tooMany') throw tooMany()
  if (expanded.fault !== null) throw new AppError(planCodes[expanded.fault], { field: 'startTime', values: { max: maxSessions } })
  const sessions = expanded.occurrences.filter(({ startsAt }) => startsAt > now)
  if (sessions.length === 0) throw new AppError('NoSessions', { field: 'weekdays' })
  if (sessions.length > maxSessions) throw tooMany()
  if (sessions.some(({ startsAt }) => startsAt > now + maxTimeAhead)) throw new AppError('SeasonTooFarAhead', { field: 'weekdays' })
  return sessions
}

const maxDates = 3660
const tooMany = () => new AppError('TooManySessions', { field: 'weekdays', values: { max: maxSessions } })
