import { type AccessRole, type Capability, can, type RoleWithRights, rolesThatCan } from '../access/can.ts'
import { type CustomRight, customRights } from '../access/custom-rights.ts'
import { AppError } from '../errors.ts'
import { day } from '../time/spans.ts'
import { type GrantedRole, grantedRoles, maxGuests, maxOwnedTeams } from './contract.ts'
import type { TeamRole } from './roles.ts'

/** All roles of the person who acts: their role in the team with its rights, and `admin` if they are one. */
export type ActorRoles = readonly (AccessRole | RoleWithRights | null)[]

type Verdict = AppError | null

export const canAny = (actorRoles: ActorRoles, capability: Capability) => actorRoles.some((role) => can(role, capability))

const hasRole = (actorRoles: ActorRoles, role: AccessRole) =>
  actorRoles.some((one) => (typeof one === 'object' && one !== null ? one.role : one) === role)

/**
 * The roles whose members each role may remove or change, and the roles it may give. Organizers give and take only the roles below their
 * own. Nobody can change the owner; the owner hands over the team.
 */
const manageableRoles: Record<AccessRole, readonly GrantedRole[]> = {
  owner: grantedRoles,
  admin: grantedRoles,
  organizer: grantedRoles.filter((role) => role !== 'organizer'),
  captain: [],
  coach: [],
  treasurer: [],
  scorekeeper: [],
  member: [],
  moderator: [],
}

export type MemberCapability = 'members.remove' | 'members.changeRole'

/** Lists every allowed pair of the role that acts and the role that is changed, for SQL statements. `given` is the new role of the member. */
export const allowedPairs = (capability: MemberCapability, given?: TeamRole): [AccessRole, TeamRole][] =>
  rolesThatCan(capability)
    .filter((role) => given === undefined || manageableRoles[role].some((manageable) => manageable === given))
    .flatMap((role) => manageableRoles[role].map((target): [AccessRole, TeamRole] => [role, target]))

/** The roles that a member with this role may give and take. For screens. */
export const listManageableRoles = (role: TeamRole | null): readonly GrantedRole[] => (role === null ? [] : manageableRoles[role])

/** Every right of a custom role is one that the actor has in one of their roles. */
export const canGiveRights = (actorRoles: ActorRoles, rights: readonly CustomRight[]): boolean =>
  actorRoles.some((role) => can(role, 'members.changeRole') && rights.every((right) => can(role, right)))

/** The rights that each role which changes roles can give, for SQL statements. */
export const givableRights = (): [AccessRole, CustomRight[]][] =>
  rolesThatCan('members.changeRole').map((role) => [role, customRights.filter((right) => can(role, right))])

export const teamNotFound = () => new AppError('TeamNotFound')

/** Why a person may not do something in a team. What is private does not exist for people outside; members are told that they may not. */
export function judgeRight(actorRoles: ActorRoles, capability: Capability): Verdict {
  if (canAny(actorRoles, capability)) return null
  return canAny(actorRoles, 'team.view') ? new AppError('NotAllowed') : teamNotFound()
}

export function requireRight(actorRoles: ActorRoles, capability: Capability): void {
  const refusal = judgeRight(actorRoles, capability)
  if (refusal) throw refusal
}

/** Checks the permission first, so that people outside the team cannot find out who is in it. */
function judgeMemberChange(actorRoles: ActorRoles, target: TeamRole | null, capability: MemberCapability, given?: TeamRole): Verdict {
  const refusal = judgeRight(actorRoles, capability)
  if (refusal) return refusal
  if (target === null) return new AppError('NotInTeam')
  if (target === 'owner') return new AppError('CannotChangeOwner')
  if (!allowedPairs(capability, given).some(([role, changedRole]) => changedRole === target && hasRole(actorRoles, role)))
    return new AppError('NotAllowed')
  return null
}

/** Whoever may change a role gives only what they may do themselves. `role` is null if there is none. */
export function judgeCustomRoleGift(
  actorRoles: ActorRoles,
  target: TeamRole | null,
  role: { rights: readonly CustomRight[] } | null,
): Verdict {
  const refusal = judgeMemberChange(actorRoles, target, 'members.changeRole', 'member')
  if (refusal) return refusal
  if (role === null) return new AppError('CustomRoleNotFound')
  return canGiveRights(actorRoles, role.rights) ? null : new AppError('CustomRoleAboveYours')
}

export const judgeRemoval = (actorRoles: ActorRoles, target: TeamRole | null) => judgeMemberChange(actorRoles, target, 'members.remove')

export function judgeRoleChange(actorRoles: ActorRoles, target: TeamRole | null, role: string): Verdict {
  const given = grantedRoles.find((granted) => granted === role)
  return given ? judgeMemberChange(actorRoles, target, 'members.changeRole', given) : new AppError('RoleNotGranted')
}

/** Whoever may change the role of a member may give them a title. Owners choose their own. */
export function judgeTitleChange(actorRoles: ActorRoles, target: TeamRole | null, isOwn: boolean): Verdict {
  if (isOwn && target === 'owner') return null
  return judgeMemberChange(actorRoles, target, 'members.changeRole')
}

export function judgeAddition(actorRoles: ActorRoles, isFull: boolean, maxMembers: number): Verdict {
  return judgeRight(actorRoles, 'members.add') ?? (isFull ? new AppError('TeamFull', { values: { max: maxMembers } }) : null)
}

export function judgeLeaving(role: TeamRole | null): Verdict {
  if (role === null) return new AppError('YouAreNotInTeam')
  return role === 'owner' ? new AppError('OwnerCannotLeave') : null
}

/** How long an offer to hand over a team is open. */
export const handOverDuration = 7 * day

type HandOverFacts = {
  actorRoles: ActorRoles
  /** The current owner; null if the team has none. */
  ownerId: string | null
  from: string | null
  to: string
  targetRole: TeamRole | null
  targetOwns: number
}

export function judgeHandOver({ actorRoles, ownerId, from, to, targetRole, targetOwns }: HandOverFacts): Verdict {
  const refusal = judgeRight(actorRoles, 'team.handOver')
  if (refusal) return refusal
  if (ownerId !== from) return new AppError('TeamOwnerChanged')
  if (from === to) return new AppError('AlreadyOwner')
  if (targetRole === null) return new AppError('NotInTeam')
  return targetOwns >= maxOwnedTeams ? new AppError('OwnedTeamsFull', { values: { max: maxOwnedTeams } }) : null
}

export const judgeCreation = (owns: number): Verdict =>
  owns >= maxOwnedTeams ? new AppError('OwnedTeamsFull', { values: { max: maxOwnedTeams } }) : null

export function judgeGuestAddition(actorRoles: ActorRoles, { hasSameEmail, isFull }: { hasSameEmail: boolean; isFull: boolean }): Verdict {
  const refusal = judgeRight(actorRoles, 'guests.manage')
  if (refusal) return refusal
  if (hasSameEmail) return new AppError('TeamGuestExists')
  return isFull ? new AppError('TeamGuestsFull', { values: { max: maxGuests } }) : null
}

export function judgeGuestRemoval(actorRoles: ActorRoles, doesExist: boolean): Verdict {
  return judgeRight(actorRoles, 'guests.manage') ?? (doesExist ? null : new AppError('TeamGuestNotFound'))
}
