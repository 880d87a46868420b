import { describe, expect, expectTypeOf, it } from 'vitest'
import { type AccessRole, type Capability, can, capabilities } from '../../domain/access/can.ts'

const roles: AccessRole[] = ['owner', 'organizer', 'member', 'admin']

/** Written out a second time, on purpose: who changes the table says so here too. */
const expected: Record<Capability, Record<AccessRole, boolean>> = {
  'team.view': { owner: true, organizer: true, member: true, admin: true },
  'team.edit': { owner: true, organizer: true, member: false, admin: true },
  'team.delete': { owner: true, organizer: false, member: false, admin: false },
  'team.handOver': { owner: true, organizer: false, member: false, admin: true },
  'members.view': { owner: true, organizer: true, member: true, admin: true },
  'members.add': { owner: true, organizer: true, member: false, admin: true },
  'members.remove': { owner: true, organizer: true, member: false, admin: true },
  'members.changeRole': { owner: true, organizer: false, member: false, admin: true },
  'guests.manage': { owner: true, organizer: true, member: false, admin: true },
  'events.manage': { owner: true, organizer: true, member: false, admin: true },
  'seasons.manage': { owner: true, organizer: true, member: false, admin: false },
  announce: { owner: true, organizer: true, member: false, admin: false },
  'billing.manage': { owner: true, organizer: false, member: false, admin: false },
  'audit.view': { owner: true, organizer: false, member: false, admin: true },
}

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
