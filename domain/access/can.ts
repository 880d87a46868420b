import { type TeamRole, teamRoles } from '../teams/roles.ts'
import type { CustomRight } from './custom-rights.ts'

/**
 * Roles of people who help to run the product: an admin may do everything in the table, a moderator only reads reports and
 * feedback.
 */
export const adminRoles = ['admin', 'moderator'] as const
export type AdminRole = (typeof adminRoles)[number]

/** The role in which a person acts: their role in this team, or their role as someone who runs the product. */
export type AccessRole = TeamRole | AdminRole

/**
 * The only table of who may do what. Actions that are open to everybody are not in it. An admin moderates and supports
 * teams, but may not send announcements in a team's name, touch its money or delete it, bring people in, host its games,
 * read its seasons, or see who shares their hours.
 * A captain and a coach run the play, a treasurer the money, and a scorekeeper the results; only owners and organizers run
 * the people. A role that a community makes for itself adds some of `customRights` to what a member may do.
 */
const table = {
  'team.view': [...teamRoles, 'admin'],
  'team.edit': ['owner', 'organizer', 'admin'],
  'team.delete': ['owner'],
  'team.handOver': ['owner', 'admin'],
  'members.view': [...teamRoles, 'admin'],
  'members.invite': ['owner', 'organizer', 'captain', 'coach'],
  'members.add': ['owner', 'organizer'],
  'members.remove': ['owner', 'organizer', 'admin'],
  'members.changeRole': ['owner', 'organizer', 'admin'],
  'hours.view': [...teamRoles, 'admin'],
  'hours.viewPeople': ['owner', 'organizer', 'captain', 'coach'],
  'roster.manage': ['owner', 'organizer'],
  'guests.manage': ['owner', 'organizer', 'admin'],
  'events.manage': ['owner', 'organizer', 'captain', 'coach'],
  'seasons.view': [...teamRoles],
  'seasons.manage': ['owner', 'organizer'],
  'results.enter': ['owner', 'organizer', 'scorekeeper'],
  'forms.manage': ['owner', 'organizer'],
  /** Answers that only the owner sees: see `seenBy` of a field. Without `forms.manage` there is nothing to read. */
  'forms.viewPrivate': ['owner'],
  announce: ['owner', 'organizer'],
  'messages.moderate': ['owner', 'organizer'],
  'billing.manage': ['owner', 'treasurer'],
  'domain.manage': ['owner'],
  'roles.manage': ['owner'],
  'audit.view': ['owner', 'admin'],
  'organizations.join': ['owner', 'organizer'],
  'admin.admins': ['admin'],
  'admin.betas': ['admin'],
  'admin.cities': ['admin'],
  'admin.clock': ['admin'],
  'admin.config': ['admin'],
  'admin.dead-letters': ['admin'],
  'admin.feedback': ['admin', 'moderator'],
  'admin.mail': ['admin'],
  // Admins see nobody's money, only the operator does.
  'admin.money': [],
  'admin.reports': ['admin', 'moderator'],
  'admin.teams': ['admin'],
} as const satisfies Record<string, readonly AccessRole[]>

export type Capability = keyof typeof table

export const isCapability = (text: string): text is Capability => Object.hasOwn(table, text)

export const rolesThatCan = (capability: Capability): readonly AccessRole[] => table[capability]

/** A role, and what the custom role of a member adds to it. */
export type RoleWithRights = { role: AccessRole | null; rights: readonly CustomRight[] }

/** False without a role, and false for a role that this release does not know. */
export const can = (who: string | RoleWithRights | null | undefined, capability: Capability): boolean => {
  const { role, rights } = typeof who === 'object' && who !== null ? who : { role: who, rights: [] }
  return rolesThatCan(capability).some((allowed) => allowed === role) || rights.some((right) => right === capability)
}
