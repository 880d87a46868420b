import type { TeamRole } from '../teams/contract.ts'

/** People who help to run the product: an admin in everything, a moderator with what people report. */
export const adminRoles = ['admin', 'moderator'] as const
export type AdminRole = (typeof adminRoles)[number]

/** In what part someone acts: their role in the team at hand, or as one who runs the product. */
export type AccessRole = TeamRole | AdminRole

/**
 * The one table of who may do what. What everybody may do is not in it: public things ask no one. An admin keeps order
 * and helps out, but does not speak in a team's name, touch its money or end it.
 */
const table = {
  'team.view': ['owner', 'organizer', 'member', 'admin'],
  'team.edit': ['owner', 'organizer', 'admin'],
  'team.delete': ['owner'],
  'team.handOver': ['owner', 'admin'],
  'members.view': ['owner', 'organizer', 'member', 'admin'],
  'members.add': ['owner', 'organizer', 'admin'],
  'members.remove': ['owner', 'organizer', 'admin'],
  'members.changeRole': ['owner', 'admin'],
  'guests.manage': ['owner', 'organizer', 'admin'],
  'events.manage': ['owner', 'organizer', 'admin'],
  'seasons.manage': ['owner', 'organizer'],
  announce: ['owner', 'organizer'],
  'billing.manage': ['owner'],
  'audit.view': ['owner', 'admin'],
  'admin.admins': ['admin'],
  'admin.betas': ['admin'],
  'admin.cities': ['admin'],
  'admin.clock': ['admin'],
  'admin.config': ['admin'],
  'admin.dead-letters': ['admin'],
  'admin.feedback': ['admin', 'moderator'],
  'admin.mail': ['admin'],
  'admin.reports': ['admin', 'moderator'],
} as const satisfies Record<string, readonly AccessRole[]>

export type Capability = keyof typeof table

export const isCapability = (text: string): text is Capability => Object.hasOwn(table, text)

export const rolesThatCan = (capability: Capability): readonly AccessRole[] => table[capability]

/** No role may nothing, and neither may a role that this release does not know. */
export const can = (role: string | null | undefined, capability: Capability): boolean =>
  rolesThatCan(capability).some((allowed) => allowed === role)
