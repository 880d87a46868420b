import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { can, isCapability, rolesThatCan } from '../../domain/access/can.ts'
import { bitOf, customRights, maskOf, rightsOf } from '../../domain/access/custom-rights.ts'
import { judgeCustomRoleChange, judgeCustomRoleDeletion, judgeNewCustomRole } from '../../domain/teams/custom-role-rules.ts'
import { ChangeCustomRole, CreateCustomRole, maxCustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { listRightVerbs, rightGroups, writeRights } from '../../domain/teams/right-words.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { judgeCustomRoleGift } from '../../domain/teams/rules.ts'
import { expectedPermissions } from '../teams/expected-permissions.ts'

describe('The rights of custom roles', () => {
  it('are what a role between a member and the owner has, but for the people whom only a rank may change, and private answers', () => {
    const between = teamRoles.filter((role) => role !== 'owner' && role !== 'member')
    const expected = Object.keys(expectedPermissions)
      .filter(isCapability)
      .filter((capability) => between.some((role) => can(role, capability)) && !can('member', capability))
      .filter((capability) => capability !== 'members.remove' && capability !== 'members.changeRole')
    // The owner can let somebody read them who is no organizer.
    expect([...customRights].sort()).toEqual([...expected, 'forms.viewPrivate'].sort())
  })

  it('keep their bits for good', () => {
    expect(Object.fromEntries(customRights.map((right) => [right, bitOf(right)]))).toEqual({
      'members.invite': 1,
      'members.add': 2,
      'hours.viewPeople': 4,
      'roster.manage': 8,
      'guests.manage': 16,
      'events.manage': 32,
      'seasons.manage': 64,
      'results.enter': 128,
      'forms.manage': 256,
      announce: 512,
      'messages.moderate': 1024,
      'billing.manage': 2048,
      'organizations.join': 4096,
      'team.edit': 8192,
      'forms.viewPrivate': 16384,
    })
    expect(bitOf('team.delete')).toBe(0)
  })

  it('are the same after the way through the database, and unknown bits are left out', () => {
    expect(rightsOf(maskOf(['announce', 'events.manage', 'announce']))).toEqual(['events.manage', 'announce'])
    expect(rightsOf(maskOf(customRights))).toEqual(customRights)
    expect(rightsOf(2 ** 30 + 1)).toEqual(['members.invite'])
  })

  it('add to what a member may do, and to nothing else', () => {
    for (const right of customRights) {
      for (const capability of Object.keys(expectedPermissions).filter(isCapability))
        expect(can({ role: 'member', rights: [right] }, capability), `${right} ${capability}`).toBe(
          capability === right || can('member', capability),
        )
    }
    expect(can({ role: null, rights: [] }, 'team.view')).toBe(false)
    expect(can({ role: 'owner', rights: [] }, 'team.delete')).toBe(true)
  })

  it('are all on the screen, each once, in words', () => {
    expect(rightGroups.flatMap(({ rights }) => rights).toSorted()).toEqual([...customRights].sort())
    expect(writeRights(['results.enter', 'events.manage'])).toBe('Can run games and enter results.')
    expect(listRightVerbs(['announce', 'members.invite'])).toEqual(['invite people', 'write announcements'])
  })
})

const facts = {
  actorRoles: ['owner'] as const,
  hasPlan: true,
  roles: [{ id: 'umpire', nameKey: 'umpire', rights: ['results.enter'] as const }],
}
const others = { captain: 'NotAllowed', organizer: 'NotAllowed', admin: 'NotAllowed', moderator: 'TeamNotFound' } as const

describe('Making a role', () => {
  const judge = (more: object, name = 'Scorer') => judgeNewCustomRole({ ...facts, ...more }, { name })?.code ?? 'ok'

  it('is for the owner, with the plan, a name of its own and room', () => {
    expect(judge({})).toBe('ok')
    for (const [role, code] of Object.entries(others)) expect(judge({ actorRoles: [role] }), role).toBe(code)
    expect(judge({ hasPlan: false })).toBe('CustomRolesNeedPlan')
    expect(judge({}, 'UMPIRE')).toBe('CustomRoleNameTaken')
    const full = Array.from({ length: maxCustomRoles }, (_, index) => ({ id: `${index}`, nameKey: `${index}`, rights: [] }))
    expect(judge({ roles: full })).toBe('CustomRolesFull')
  })

  it('needs a right and a name that no fixed role has', () => {
    const isValid = (form: object) => v.safeParse(CreateCustomRole, { name: 'Scorer', rights: ['announce'], ...form }).success
    expect(isValid({})).toBe(true)
    for (const name of ['owner', 'Organizer', ' CAPTAIN ', 'Coach', 'Treasurer', 'Scorekeeper', 'member', 'Admin', 'A', 'x'.repeat(31)])
      expect(isValid({ name }), name).toBe(false)
    expect(isValid({ name: 'x'.repeat(30) })).toBe(true)
    for (const rights of [[], ['team.delete'], ['members.remove'], ['members.changeRole'], ['admin.teams']])
      expect(isValid({ rights })).toBe(false)
    expect(v.safeParse(ChangeCustomRole, {}).success).toBe(true)
    expect(v.safeParse(ChangeCustomRole, { name: 'Owner' }).success).toBe(false)
  })
})

describe('Changing a role', () => {
  const judge = (more: object, form: Parameters<typeof judgeCustomRoleChange>[2], id = 'umpire') =>
    judgeCustomRoleChange({ ...facts, ...more }, id, form)?.code ?? 'ok'

  it('is for the owner; without the plan a role can only lose rights', () => {
    expect(judge({}, { rights: ['results.enter', 'announce'] })).toBe('ok')
    for (const [role, code] of Object.entries(others)) expect(judge({ actorRoles: [role] }, { name: 'Scorer' }), role).toBe(code)
    expect(judge({ hasPlan: false }, { name: 'Scorer' })).toBe('ok')
    expect(judge({ hasPlan: false }, { rights: ['results.enter'] })).toBe('ok')
    expect(judge({ hasPlan: false }, { rights: ['announce'] })).toBe('CustomRolesNeedPlan')
    expect(judge({}, { name: 'Umpire' })).toBe('ok')
    expect(judge({}, { name: 'Umpire' }, 'gone')).toBe('CustomRoleNotFound')
    expect(judge({ roles: [...facts.roles, { id: 'two', nameKey: 'scorer', rights: [] }] }, { name: 'Scorer' })).toBe('CustomRoleNameTaken')
  })

  it('and deleting one too', () => {
    const judgeEnd = (more: object, id = 'umpire') => judgeCustomRoleDeletion({ ...facts, ...more }, id)?.code ?? 'ok'
    expect([judgeEnd({}), judgeEnd({ hasPlan: false }), judgeEnd({}, 'gone')]).toEqual(['ok', 'ok', 'CustomRoleNotFound'])
    for (const [role, code] of Object.entries(others)) expect(judgeEnd({ actorRoles: [role] }), role).toBe(code)
  })
})

describe('Giving a role', () => {
  const judge = (...[actors, target, role]: Parameters<typeof judgeCustomRoleGift>) =>
    judgeCustomRoleGift(actors, target, role)?.code ?? 'ok'
  const games = { rights: ['events.manage'] as const }
  const money = { rights: ['events.manage', 'billing.manage'] as const }

  it('is for those who change roles, as far as they may do what it gives', () => {
    expect([judge(['owner'], 'member', games), judge(['owner'], 'member', money)]).toEqual(['ok', 'ok'])
    expect([judge(['organizer'], 'member', games), judge(['organizer'], 'member', money)]).toEqual(['ok', 'CustomRoleAboveYours'])
    expect(judge([null, 'admin'], 'member', games)).toBe('CustomRoleAboveYours')
    expect(judge([null, 'admin'], 'member', { rights: ['team.edit'] })).toBe('ok')
    // Rights of a custom role never include giving roles.
    expect(judge([{ role: 'member', rights: [...customRights] }], 'member', games)).toBe('NotAllowed')
    for (const role of rolesThatCan('events.manage').filter((one) => !can(one, 'members.changeRole')))
      expect(judge([role], 'member', games), role).toBe('NotAllowed')
  })

  it('follows the rank of the fixed roles, and needs a member and a role', () => {
    expect(judge(['organizer'], 'organizer', games)).toBe('NotAllowed')
    expect(judge(['owner'], 'owner', games)).toBe('CannotChangeOwner')
    expect(judge(['owner'], null, games)).toBe('NotInTeam')
    expect(judge(['owner'], 'member', null)).toBe('CustomRoleNotFound')
    expect(judge([null], 'member', games)).toBe('TeamNotFound')
  })
})
