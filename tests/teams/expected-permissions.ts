import type { AccessRole, Capability } from '../../domain/access/can.ts'

const no: Record<AccessRole, boolean> = {
  owner: false,
  organizer: false,
  captain: false,
  coach: false,
  treasurer: false,
  scorekeeper: false,
  member: false,
  admin: false,
  moderator: false,
}

const only = (...roles: AccessRole[]): Record<AccessRole, boolean> => ({ ...no, ...Object.fromEntries(roles.map((role) => [role, true])) })

/** A copy of the table on purpose: a change of the table must also be made here. */
export const expectedPermissions: Record<Capability, Record<AccessRole, boolean>> = {
  'team.view': only('owner', 'organizer', 'captain', 'coach', 'treasurer', 'scorekeeper', 'member', 'admin'),
  'team.edit': only('owner', 'organizer', 'admin'),
  'team.delete': only('owner'),
  'team.handOver': only('owner', 'admin'),
  'members.view': only('owner', 'organizer', 'captain', 'coach', 'treasurer', 'scorekeeper', 'member', 'admin'),
  'members.invite': only('owner', 'organizer', 'captain', 'coach'),
  'members.add': only('owner', 'organizer'),
  'members.remove': only('owner', 'organizer', 'admin'),
  'members.changeRole': only('owner', 'organizer', 'admin'),
  'hours.view': only('owner', 'organizer', 'captain', 'coach', 'treasurer', 'scorekeeper', 'member', 'admin'),
  'hours.viewPeople': only('owner', 'organizer', 'captain', 'coach'),
  'roster.manage': only('owner', 'organizer'),
  'guests.manage': only('owner', 'organizer', 'admin'),
  'events.manage': only('owner', 'organizer', 'captain', 'coach'),
  'seasons.view': only('owner', 'organizer', 'captain', 'coach', 'treasurer', 'scorekeeper', 'member'),
  'seasons.manage': only('owner', 'organizer'),
  'results.enter': only('owner', 'organizer', 'scorekeeper'),
  'forms.manage': only('owner', 'organizer'),
  announce: only('owner', 'organizer'),
  'messages.moderate': only('owner', 'organizer'),
  'billing.manage': only('owner', 'treasurer'),
  'domain.manage': only('owner'),
  'audit.view': only('owner', 'admin'),
  'organizations.join': only('owner', 'organizer'),
  'admin.admins': only('admin'),
  'admin.betas': only('admin'),
  'admin.cities': only('admin'),
  'admin.clock': only('admin'),
  'admin.config': only('admin'),
  'admin.dead-letters': only('admin'),
  'admin.feedback': only('admin', 'moderator'),
  'admin.mail': only('admin'),
  'admin.money': only(),
  'admin.reports': only('admin', 'moderator'),
  'admin.teams': only('admin'),
}
