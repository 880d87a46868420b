import { AppError } from '../errors.ts'
import type { TeamRole } from '../teams/roles.ts'
import { type ActorRoles, canAny, judgeRight } from '../teams/rules.ts'
import { maxSeasons, type RegistrationKind } from './contract.ts'
import { maxSessions } from './results-contract.ts'

export const seasonNotFound = () => new AppError('SeasonNotFound')

export function judgeSeason(actorRoles: ActorRoles, isPlanFull: boolean): AppError | null {
  const full = isPlanFull ? new AppError('SeasonNeedsPlan') : new AppError('SeasonsFull', { values: { max: maxSeasons } })
  return judgeRight(actorRoles, 'seasons.manage') ?? full
}

/** Only members of its team can see a season. */
export const judgeSeasonChange = (actorRoles: ActorRoles): AppError | null => {
  if (!canAny(actorRoles, 'team.view')) return seasonNotFound()
  return canAny(actorRoles, 'seasons.manage') ? null : new AppError('NotAllowed')
}

type RegistrationFacts = {
  target: TeamRole | null
  isOwn: boolean
  kind: RegistrationKind
  /** The group they ask for, and the group they have now. */
  groupId: string | null
  currentGroupId: string | null
  isOver: boolean
  group: { isFull: boolean; hasOtherCaptain: boolean } | null
}

/** Members register themselves, without a group, until the season is over. Organizers register anyone, and give out the places. */
export function judgeRegistration(actorRoles: ActorRoles, facts: RegistrationFacts): AppError | null {
  const { target, isOwn, groupId, currentGroupId, isOver, group, kind } = facts
  if (!canAny(actorRoles, 'team.view')) return seasonNotFound()
  if (!canAny(actorRoles, 'seasons.manage')) {
    if (!isOwn || groupId !== null) return new AppError('NotAllowed')
    if (currentGroupId !== null) return new AppError('PlaceInGroupGiven')
    if (isOver) return new AppError('SeasonOver')
  }
  if (target === null) return new AppError('NotInTeam')
  if (groupId === null) return null
  if (!group) return new AppError('GroupNotFound', { field: 'groupId' })
  if (group.isFull) return new AppError('GroupFull', { field: 'groupId' })
  return kind === 'captain' && group.hasOtherCaptain ? new AppError('GroupHasCaptain', { field: 'groupId' }) : null
}

/** Explains why nobody was unregistered. People without permission do not find out who is registered. */
export function judgeUnregistration(actorRoles: ActorRoles, isOwn: boolean): AppError {
  const refusal = judgeSeasonChange(actorRoles)
  if (refusal && !(isOwn && refusal.code === 'NotAllowed')) return refusal
  return new AppError(isOwn ? 'YouAreNotRegistered' : 'NotRegistered')
}

type GuestFacts = {
  /** Null if the actor may not see this guest. A parent acts for their own child as for themselves. */
  guest: { isOwn: boolean; currentGroupId: string | null; isOver: boolean } | null
  groupId: string | null
  group: { isFull: boolean } | null
}

/** Organizers register guests and give out the places. A parent registers their own child as members register themselves. */
export function judgeGuestRegistration(actorRoles: ActorRoles, { guest, groupId, group }: GuestFacts): AppError | null {
  const refusal = judgeGuestChange(actorRoles, guest)
  if (refusal || !guest) return refusal
  return judgeRegistration(actorRoles, {
    ...{ target: 'member', isOwn: guest.isOwn, kind: 'player', groupId, currentGroupId: guest.currentGroupId, isOver: guest.isOver },
    group: group && { ...group, hasOtherCaptain: false },
  })
}

/** Explains why no guest was taken out of a season. */
export const judgeGuestRemoval = (actorRoles: ActorRoles, guest: { isOwn: boolean } | null): AppError =>
  judgeGuestChange(actorRoles, guest) ?? new AppError('NotRegistered')

/** Who may not see a guest does not find out that there is one. */
function judgeGuestChange(actorRoles: ActorRoles, guest: { isOwn: boolean } | null): AppError | null {
  const refusal = judgeSeasonChange(actorRoles)
  if (refusal && !(guest?.isOwn && refusal.code === 'NotAllowed')) return refusal
  return guest ? null : new AppError('TeamGuestNotFound')
}

/** A game belongs to a season if its local day lies in it. */
export const isInSeason = (localDate: string, { startDate, endDate }: { startDate: string; endDate: string }): boolean =>
  startDate <= localDate && localDate <= endDate

type SessionFacts = {
  /** The game of this community that the actor can see. */
  game: { isPublished: boolean; localDate: string } | null
  season: { startDate: string; endDate: string }
  knowsGroups: boolean
  isElsewhere: boolean
  hasResult: boolean
  isFull: boolean
}

export function judgeSession(actorRoles: ActorRoles, facts: SessionFacts): AppError | null {
  const refusal = judgeSeasonChange(actorRoles)
  if (refusal) return refusal
  if (!facts.game?.isPublished) return new AppError('NotAGameOfTeam')
  if (!isInSeason(facts.game.localDate, facts.season)) return new AppError('SessionNotInSeason')
  if (!facts.knowsGroups) return new AppError('GroupNotFound', { field: 'homeGroupId' })
  if (facts.isElsewhere) return new AppError('SessionTaken')
  if (facts.hasResult) return new AppError('SessionHasResult')
  return facts.isFull ? new AppError('SessionsFull', { values: { max: maxSessions } }) : null
}
