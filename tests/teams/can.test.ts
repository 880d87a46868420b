import { describe, expect, expectTypeOf, it } from 'vitest'
import { type AccessRole, type Capability, can } from '../../domain/access/can.ts'

const roles: AccessRole[] = ['owner', 'organizer', 'member', 'admin', 'moderator']

/** A copy of the table on purpose: a change of the table must also be made here. */
const expected: Record<Capability, Record<AccessRole, boolean>> = {
  'team.view': { owner: true, organizer: true, member: true, admin: true, moderator: false },
  'team.edit': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'team.delete': { owner: true, organizer: false, member: false, admin: false, moderator: false },
  'team.handOver': { owner: true, organizer: false, member: false, admin: true, moderator: false },
  'members.view': { owner: true, organizer: true, member: true, admin: true, moderator: false },
  'members.add': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'members.remove': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'members.changeRole': { owner: true, organizer: false, member: false, admin: true, moderator: false },
  'hours.view': { owner: true, organizer: true, member: true, admin: true, moderator: false },
  'hours.viewPeople': { owner: true, organizer: true, member: false, admin: false, moderator: false },
  'guests.manage': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'events.manage': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'seasons.manage': { owner: true, organizer: true, member: false, admin: false, moderator: false },
  'results.enter': { owner: true, organizer: true, member: false, admin: false, moderator: false },
  announce: { owner: true, organizer: true, member: false, admin: false, moderator: false },
  'billing.manage': { owner: true, organizer: false, member: false, admin: false, moderator: false },
  'audit.view': { owner: true, organizer: false, member: false, admin: true, moderator: false },
  'admin.admins': { owner: false, organizer: false, member: false, admin: true, moderator: false },
  'admin.betas': { owner: false, organizer: false, member: false, admin: true, moderator: false },
  'admin.cities': { owner: false, organizer: false, member: false, admin: true, moderator: false },
  'admin.clock': { owner: false, organizer: false, member: false, admin: true, moderator: false },
  'admin.config': { owner: false, organizer: false, member: false, admin: true, moderator: false },
  'admin.dead-letters': { owner: false, organizer: false, member: false, admin: true, moderator: false },
  'admin.feedback': { owner: false, organizer: false, member: false, admin: true, moderator: true },
  'admin.mail': { owner: false, organizer: false, member: false, admin: true, moderator: false },
  'admin.reports': { owner: false, organizer: false, member: false, admin: true, moderator: true },
  'admin.teams': { owner: false, organizer: false, member: false, admin: true, moderator: false },
}

const capabilities = Object.keys(expected) as Capability[]

describe('The table of capabilities', () => {
  it('allows exactly what is expected', () => {
    const actual = Object.fromEntries(
      capabilities.map((capability) => [capability, Object.fromEntries(roles.map((role) => [role, can(role, capability)]))]),
    )
    expect(actual).toEqual(expected)
  })

  it('allows nothing without a role or with an unknown role', () => {
    for (const capability of capabilities) {
      for (const role of [null, undefined, '', 'Owner', 'owner ', 'coach', 'toString', '__proto__'])
        expect(can(role, capability), `${role} ${capability}`).toBe(false)
    }
  })

  it('allows organizers everything that members may do, and owners everything that organizers may do', () => {
    for (const capability of capabilities) {
      if (can('member', capability)) expect(can('organizer', capability), capability).toBe(true)
      if (can('organizer', capability)) expect(can('owner', capability), capability).toBe(true)
    }
  })

  it('does not compile for an unknown capability', () => {
    expectTypeOf(can).parameter(1).toEqualTypeOf<Capability>()
    expectTypeOf<'team.paint'>().not.toExtend<Capability>()
    expect(() => can('owner', 'team.paint' as Capability)).toThrow(TypeError)
  })
})
