import { AppError } from '../errors.ts'
import type { TeamRole } from '../teams/contract.ts'
import { type ActorRoles, canAny } from '../teams/rules.ts'
import { dateText } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import { maxSeasons } from './contract.ts'

/**
 * The current date in the last time zone on earth, twelve hours behind UTC. A season has days and no time zone, so it is over once
 * its last day is over everywhere.
 */
export const latestLocalDate = (now: number): string => dateText(Math.floor((now - day / 2) / day))

export const seasonNotFound = () => new AppError('SeasonNotFound')

export function judgeSeason(actorRoles: ActorRoles): AppError | null {
  if (!canAny(actorRoles, 'seasons.manage')) return new AppError('NotAllowed')
  return new AppError('SeasonsFull', { values: { max: maxSeasons } })
}

/** Only members of its team can see a season. */
const judgeRegistrar = (actorRoles: ActorRoles): AppError | null => {
  if (!canAny(actorRoles, 'team.view')) return seasonNotFound()
  return canAny(actorRoles, 'seasons.manage') ? null : new AppError('NotAllowed')
}

export const judgeRegistration = (actorRoles: ActorRoles, target: TeamRole | null): AppError | null =>
  judgeRegistrar(actorRoles) ?? (target === null ? new AppError('NotInTeam') : null)

/** Explains why nobody was unregistered. People without permission do not find out who is registered. */
export function judgeUnregistration(actorRoles: ActorRoles, isOwn: boolean): AppError {
  const refusal = judgeRegistrar(actorRoles)
  if (refusal && !(isOwn && refusal.code === 'NotAllowed')) return refusal
  return new AppError(isOwn ? 'YouAreNotRegistered' : 'NotRegistered')
}
