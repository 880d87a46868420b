import type { Availability } from '../availability/contract.ts'
import { findFreeIntervals } from '../availability/find-free-time.ts'
import { AppError } from '../errors.ts'
import type { Face } from '../profiles/contract.ts'
import type { TeamRole } from '../teams/roles.ts'
import { teamNotFound } from '../teams/rules.ts'
import { listOffsetPeriods, type OffsetPeriod } from '../time/offset-periods.ts'
import type { Interval } from '../time/spans.ts'
import { findBestSlots } from './best-slots.ts'
import { maxSharing, type TeamHours } from './contract.ts'
import { countFree, type FreeHalfHours, markFreeHalfHours, packHalfHours } from './free-half-hours.ts'
import type { Grid } from './make-grid.ts'

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

/** What a viewer learns who may see who shares: the hours as they are now, without people with a block between them. */
export function showPeople(
  rows: readonly SharedHours[],
  grid: Grid,
  now: number,
): Pick<TeamHours, 'sharing' | 'counts' | 'best' | 'people'> {
  const shown = rows.filter(({ isBlocked }) => !isBlocked)
  const listPeriods = keepPeriods()
  const marks = shown.map(({ availability, busy }) => markHours(grid, availability, busy, listPeriods))
  return {
    sharing: shown.length,
    counts: countFree(grid, marks),
    best: findBestSlots(grid, marks, now),
    people: shown.map(({ person, role }, index) => ({ ...person, role, free: packHalfHours(marks[index] ?? noMarks) })),
  }
}

const noMarks: FreeHalfHours = new Uint8Array()

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
export function keepPeriods(): typeof listOffsetPeriods {
  const kept = new Map<string, OffsetPeriod[]>()
  return (timeZone, from, to, step) => {
    const periods = kept.get(timeZone) ?? listOffsetPeriods(timeZone, from, to, step)
    kept.set(timeZone, periods)
    return periods
  }
}

/** Why a person cannot share their hours. */
export function judgeSharing(isMember: boolean): AppError {
  return isMember ? new AppError('TeamHoursFull', { values: { max: maxSharing } }) : teamNotFound()
}
