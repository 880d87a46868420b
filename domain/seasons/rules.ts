import { AppError } from '../errors.ts'
import type { TeamRole } from '../teams/contract.ts'
import { type ActingRoles, mayAny } from '../teams/rules.ts'
import { dateText } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import { maxSeasons } from './contract.ts'

/**
 * The day it is where the day ends last, twelve hours behind UTC. A season has days and no time zone: it is over once its
 * last day is over everywhere.
 */
export const lastToday = (now: number): string => dateText(Math.floor((now - day / 2) / day))

export const seasonNotFound = () => new AppError('SeasonNotFound')

export function judgeSeason(by: ActingRoles): AppError | null {
  if (!mayAny(by, 'seasons.manage')) return new AppError('NotAllowed')
  return new AppError('SeasonsFull', { values: { max: maxSeasons } })
}

/** A season is there for its team only. */
const judgeRegistrar = (by: ActingRoles): AppError | null => {
  if (!mayAny(by, 'team.view')) return seasonNotFound()
  return mayAny(by, 'seasons.manage') ? null : new AppError('NotAllowed')
}

export const judgeRegistration = (by: ActingRoles, target: TeamRole | null): AppError | null =>
  judgeRegistrar(by) ?? (target === null ? new AppError('NotInTeam') : null)

/** Why nobody was taken off. Whoever may not is told nothing of who is registered. */
export function judgeUnregistration(by: ActingRoles, isOwn: boolean): AppError {
  const refusal = judgeRegistrar(by)
  if (refusal && !(isOwn && refusal.code === 'NotAllowed')) return refusal
  return new AppError(isOwn ? 'YouAreNotRegistered' : 'NotRegistered')
}
