import { type AccessRole, type Capability, can, rolesThatCan } from '../access/can.ts'
import { AppError } from '../errors.ts'
import { freePlan, grantedRoles, maxGuests, maxMembers, maxOwnedTeams, type TeamRole } from './contract.ts'

/** All parts someone acts in at once: their role in the team, and `admin` if they are one. */
export type ActingRoles = readonly (AccessRole | null)[]

type Verdict = AppError | null

export const mayAny = (by: ActingRoles, capability: Capability) => by.some((role) => can(role, capability))

/** Whose membership each may change, where they may change any. The owner's is changed by handing over, by nobody else. */
const below: Record<AccessRole, readonly TeamRole[]> = {
  owner: ['organizer', 'member'],
  admin: ['organizer', 'member'],
  organizer: ['member'],
  member: [],
  moderator: [],
}

export type MemberCapability = 'members.remove' | 'members.changeRole'

/** Every pair of acting role and touched role that is allowed: what the statements that do it go by. */
export const allowedPairs = (capability: MemberCapability): [AccessRole, TeamRole][] =>
  rolesThatCan(capability).flatMap((role) => below[role].map((target): [AccessRole, TeamRole] => [role, target]))

export const teamNotFound = () => new AppError('TeamNotFound')

/** An outsider learns nothing about who is in the team: what they may do is judged first. */
function judgeTouch(by: ActingRoles, target: TeamRole | null, capability: MemberCapability): Verdict {
  if (!mayAny(by, capability)) return new AppError('NotAllowed')
  if (target === null) return new AppError('NotInTeam')
  if (target === 'owner') return new AppError('OwnerStays')
  if (!allowedPairs(capability).some(([role, touched]) => touched === target && by.includes(role))) return new AppError('NotAllowed')
  return null
}

export const judgeRemoval = (by: ActingRoles, target: TeamRole | null) => judgeTouch(by, target, 'members.remove')

export const judgeRoleChange = (by: ActingRoles, target: TeamRole | null, role: string): Verdict =>
  grantedRoles.some((granted) => granted === role) ? judgeTouch(by, target, 'members.changeRole') : new AppError('RoleNotGranted')

export function judgeAddition(by: ActingRoles, isFull: boolean): Verdict {
  if (!mayAny(by, 'members.add')) return new AppError('NotAllowed')
  return isFull ? new AppError('TeamFull', { values: { max: maxMembers } }) : null
}

export function judgeLeaving(role: TeamRole | null): Verdict {
  if (role === null) return new AppError('YouAreNotInTeam')
  return role === 'owner' ? new AppError('OwnerCannotLeave') : null
}

type HandOverFacts = {
  by: ActingRoles
  /** Who owns the team now; null if it was stranded. */
  ownerId: string | null
  from: string | null
  to: string
  targetRole: TeamRole | null
  targetOwns: number
}

export function judgeHandOver({ by, ownerId, from, to, targetRole, targetOwns }: HandOverFacts): Verdict {
  if (!mayAny(by, 'team.handOver')) return new AppError('NotAllowed')
  if (ownerId !== from) return new AppError('TeamOwnerChanged')
  if (from === to) return new AppError('AlreadyOwner')
  if (targetRole === null) return new AppError('NotInTeam')
  return targetOwns >= maxOwnedTeams ? new AppError('OwnedTeamsFull', { values: { max: maxOwnedTeams } }) : null
}

/** A paid plan ends first, or its subscription would live on without a team. */
export function judgeDeletion(by: ActingRoles, plan: string): Verdict {
  if (!mayAny(by, 'team.delete')) return new AppError('NotAllowed')
  return plan === freePlan ? null : new AppError('TeamHasPlan')
}

export const judgeCreation = (owns: number): Verdict =>
  owns >= maxOwnedTeams ? new AppError('OwnedTeamsFull', { values: { max: maxOwnedTeams } }) : null

export function judgeGuestAddition(by: ActingRoles, { isKnown, isFull }: { isKnown: boolean; isFull: boolean }): Verdict {
  if (!mayAny(by, 'guests.manage')) return new AppError('NotAllowed')
  if (isKnown) return new AppError('TeamGuestExists')
  return isFull ? new AppError('TeamGuestsFull', { values: { max: maxGuests } }) : null
}

export function judgeGuestRemoval(by: ActingRoles, isThere: boolean): Verdict {
  if (!mayAny(by, 'guests.manage')) return new AppError('NotAllowed')
  return isThere ? null : new AppError('TeamGuestNotFound')
}
