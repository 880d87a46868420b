import { describe, expect, expectTypeOf, it } from 'vitest'
import { type AccessRole, type Capability, can } from '../../domain/access/can.ts'

const roles: AccessRole[] = ['owner', 'organizer', 'member', 'admin', 'moderator']

/** Written out a second time, on purpose: who changes the table says so here too. */
const expected: Record<Capability, Record<AccessRole, boolean>> = {
  'team.view': { owner: true, organizer: true, member: true, admin: true, moderator: false },
  'team.edit': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'team.delete': { owner: true, organizer: false, member: false, admin: false, moderator: false },
  'team.handOver': { owner: true, organizer: false, member: false, admin: true, moderator: false },
  'members.view': { owner: true, organizer: true, member: true, admin: true, moderator: false },
  'members.add': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'members.remove': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'members.changeRole': { owner: true, organizer: false, member: false, admin: true, moderator: false },
  'guests.manage': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'events.manage': { owner: true, organizer: true, member: false, admin: true, moderator: false },
  'seasons.manage': { owner: true, organizer: true, member: false, admin: false, moderator: false },
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
}

const capabilities = Object.keys(expected) as Capability[]

describe('The table of capabilities', () => {
  it('says who may do what', () => {
    const said = Object.fromEntries(capabilities.map((what) => [what, Object.fromEntries(roles.map((role) => [role, can(role, what)]))]))
    expect(said).toEqual(expected)
  })

  it('gives nothing to no role and to a role it does not know', () => {
    for (const what of capabilities) {
      for (const role of [null, undefined, '', 'Owner', 'owner ', 'coach', 'toString', '__proto__'])
        expect(can(role, what), `${role} ${what}`).toBe(false)
    }
  })

  it('lets an organizer do all that a member may, and the owner all that an organizer may', () => {
    for (const what of capabilities) {
      if (can('member', what)) expect(can('organizer', what), what).toBe(true)
      if (can('organizer', what)) expect(can('owner', what), what).toBe(true)
    }
  })

  it('does not compile for a capability that is not in it', () => {
    expectTypeOf(can).parameter(1).toEqualTypeOf<Capability>()
    expectTypeOf<'team.paint'>().not.toExtend<Capability>()
    expect(() => can('owner', 'team.paint' as Capability)).toThrow(TypeError)
  })
})
