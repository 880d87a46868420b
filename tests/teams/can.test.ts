import { describe, expect, expectTypeOf, it } from 'vitest'
import { type AccessRole, adminRoles, type Capability, can } from '../../domain/access/can.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { expectedPermissions } from './expected-permissions.ts'

const roles: AccessRole[] = [...teamRoles, ...adminRoles]

const capabilities = Object.keys(expectedPermissions) as Capability[]

describe('The table of capabilities', () => {
  it('allows exactly what is expected', () => {
    const actual = Object.fromEntries(
      capabilities.map((capability) => [capability, Object.fromEntries(roles.map((role) => [role, can(role, capability)]))]),
    )
    expect(actual).toEqual(expectedPermissions)
  })

  it('allows nothing without a role or with an unknown role', () => {
    for (const capability of capabilities) {
      for (const role of [null, undefined, '', 'Owner', 'owner ', 'goalkeeper', 'toString', '__proto__'])
        expect(can(role, capability), `${role} ${capability}`).toBe(false)
    }
  })

  it('allows everyone what members may do, and owners everything that another role may do', () => {
    for (const capability of capabilities) {
      if (can('member', capability))
        expect(
          teamRoles.every((role) => can(role, capability)),
          capability,
        ).toBe(true)
      if (teamRoles.some((role) => can(role, capability))) expect(can('owner', capability), capability).toBe(true)
      if (can('organizer', capability)) expect(can('owner', capability), capability).toBe(true)
    }
  })

  it('does not compile for an unknown capability', () => {
    expectTypeOf(can).parameter(1).toEqualTypeOf<Capability>()
    expectTypeOf<'team.paint'>().not.toExtend<Capability>()
    expect(() => can('owner', 'team.paint' as Capability)).toThrow(TypeError)
  })
})
