import { pickSettledWeek } from '../availability/compare-hours.ts'
import type { Availability } from '../availability/contract.ts'
import { findFreeIntervals } from '../availability/find-free-time.ts'
import { AppError } from '../errors.ts'
import type { Face } from '../profiles/contract.ts'
import type { TeamRole } from '../teams/contract.ts'
import { listOffsetPeriods, type OffsetPeriod } from '../time/offset-periods.ts'
import { day, type Interval } from '../time/spans.ts'
import { findBestSlots } from './best-slots.ts'
import { maxSharing, type TeamHours } from './contract.ts'
import { countFree, type FreeHalfHours, markFreeHalfHours, packHalfHours } from './free-half-hours.ts'
import type { Grid } from './make-grid.ts'

/** Members who may not see who shares need at least this many others who do. With fewer, a count would say who is free. */
export const minOthersSharing = 3

/** A member who shares their hours, as the database has them. */
export type SharedHours = {
  person: Face
  role: TeamRole
  sharedSince: number
  availability: Availability
  weeklySince: number
  earlierWeekly: Availability['weeklyAvailability'] | null
  /** The games that they are going to. */
  busy: readonly Interval[]
  /** There is a block between them and the viewer. */
  isBlocked: boolean
}

type Audience = { viewerId: string; maySeePeople: boolean; now: number }

/**
 * What a viewer learns from the hours that members share.
 *
 * - Viewers who may see who shares get the hours as they are now, without people with a block between them.
 * - All others get only numbers, and all of them get the same numbers. So nobody can find out the hours of one person by blocking
 *   them and comparing, or by asking with a second account. Someone who starts to share, or changes their weekly hours, is counted
 *   from a later midnight (UTC) on, together with everyone else who did so that day. Otherwise the difference between two answers
 *   would be the hours of that one person.
 */
export function summarizeHours(
  rows: readonly SharedHours[],
  grid: Grid,
  { viewerId, maySeePeople, now }: Audience,
): Pick<TeamHours, 'sharing' | 'counts' | 'best' | 'people'> {
  const shown = maySeePeople ? rows.filter(({ isBlocked }) => !isBlocked) : pickSettled(rows, now)
  const others = shown.filter(({ person }) => person.id !== viewerId)
  if (!maySeePeople && others.length < minOthersSharing) return { sharing: null, counts: null, best: [], people: null }
  const listPeriods = keepPeriods()
  const marks = shown.map(({ availability, busy }) => markHours(grid, availability, busy, listPeriods))
  return {
    sharing: shown.length,
    counts: countFree(grid, marks),
    best: findBestSlots(grid, marks, now),
    people: maySeePeople
      ? shown.map(({ person, role }, index) => ({ ...person, role, free: packHalfHours(marks[index] ?? noMarks) }))
      : null,
  }
}

const noMarks: FreeHalfHours = new Uint8Array()

/** Those who shared before today began in UTC, with the weekly hours that had stood for a day then. */
function pickSettled(rows: readonly SharedHours[], now: number): SharedHours[] {
  const settledAt = Math.floor(now / day) * day
  return rows.flatMap((row) => {
    const { availability, weeklySince, earlierWeekly, sharedSince } = row
    const weekly = pickSettledWeek({ weekly: availability.weeklyAvailability, weeklySince, earlierWeekly }, settledAt)
    return sharedSince < settledAt && weekly ? [{ ...row, availability: { ...availability, weeklyAvailability: weekly } }] : []
  })
}

/** The half hours in which a person is free and in no game. */
export function markHours(
  grid: Grid,
  availability: Availability,
  busy: readonly Interval[],
  listPeriods: typeof listOffsetPeriods = listOffsetPeriods,
): FreeHalfHours {
  const from = grid.halfHours[0]?.start ?? 0
  const to = grid.halfHours.at(-1)?.end ?? 0
  return markFreeHalfHours(grid, findFreeIntervals(availability, from, to, listPeriods), busy)
}

/** Lists the periods of each zone only once, because most members of a community share a zone. */
function keepPeriods(): typeof listOffsetPeriods {
  const kept = new Map<string, OffsetPeriod[]>()
  return (timeZone, from, to, step) => {
    const periods = kept.get(timeZone) ?? listOffsetPeriods(timeZone, from, to, step)
    kept.set(timeZone, periods)
    return periods
  }
}

/** Why a person cannot share their hours. */
export function judgeSharing(isMember: boolean): AppError {
  return isMember ? new AppError('TeamHoursFull', { values: { max: maxSharing } }) : new AppError('YouAreNotInTeam')
}
