import { describe, expect, it } from 'vitest'
import type { AccessRole } from '../../domain/access/can.ts'
import { grantedRoles } from '../../domain/teams/contract.ts'
import { type TeamRole, teamRoles } from '../../domain/teams/roles.ts'
import {
  allowedPairs,
  judgeAddition,
  judgeCreation,
  judgeGuestAddition,
  judgeGuestRemoval,
  judgeHandOver,
  judgeLeaving,
  judgeRemoval,
  judgeRight,
  judgeRoleChange,
  judgeTitleChange,
} from '../../domain/teams/rules.ts'

type Judge = (actorRoles: (AccessRole | null)[], target: TeamRole | null) => { code: string } | null
const lowerRoles = teamRoles.slice(2)
const testedRoles: (AccessRole | null)[] = [null, ...teamRoles, 'admin']

/** For each role of the actor, the outcome for each role of the other person; `granted` are all roles that a member can be given. */
function tableOf(judge: Judge) {
  const outcome = (role: AccessRole | null, target: TeamRole | null) => judge([role], target)?.code ?? 'ok'
  return Object.fromEntries(
    testedRoles.map((role) => {
      const others = [...new Set(grantedRoles.filter((target) => target !== 'organizer').map((target) => outcome(role, target)))]
      return [String(role), [outcome(role, 'owner'), outcome(role, 'organizer'), ...others, outcome(role, null)].join(' ')]
    }),
  )
}

describe('Changing members is allowed by role', () => {
  it('when removing', () => {
    expect(tableOf(judgeRemoval)).toEqual({
      null: 'TeamNotFound TeamNotFound TeamNotFound TeamNotFound',
      ...Object.fromEntries(lowerRoles.map((role) => [role, 'NotAllowed NotAllowed NotAllowed NotAllowed'])),
      organizer: 'CannotChangeOwner NotAllowed ok NotInTeam',
      owner: 'CannotChangeOwner ok ok NotInTeam',
      admin: 'CannotChangeOwner ok ok NotInTeam',
    })
  })

  it('when changing roles', () => {
    for (const role of grantedRoles) {
      expect(tableOf((actorRoles, target) => judgeRoleChange(actorRoles, target, role))).toEqual({
        null: 'TeamNotFound TeamNotFound TeamNotFound TeamNotFound',
        ...Object.fromEntries(lowerRoles.map((lower) => [lower, 'NotAllowed NotAllowed NotAllowed NotAllowed'])),
        // Organizers make nobody an organizer, and change no other organizer.
        organizer: role === 'organizer' ? 'CannotChangeOwner NotAllowed NotAllowed NotInTeam' : 'CannotChangeOwner NotAllowed ok NotInTeam',
        owner: 'CannotChangeOwner ok ok NotInTeam',
        admin: 'CannotChangeOwner ok ok NotInTeam',
      })
    }
  })

  it('but never to make somebody an owner or to give an unknown role', () => {
    for (const role of ['owner', 'admin', 'goalkeeper', '']) expect(judgeRoleChange(['owner'], 'member', role)?.code).toBe('RoleNotGranted')
  })

  it('and titles are given by whoever may change the role; owners choose their own', () => {
    const changeTitle: Judge = (actorRoles, target) => judgeTitleChange(actorRoles, target, false)
    expect(tableOf(changeTitle)).toMatchObject({
      member: 'NotAllowed NotAllowed NotAllowed NotAllowed',
      captain: 'NotAllowed NotAllowed NotAllowed NotAllowed',
      organizer: 'CannotChangeOwner NotAllowed ok NotInTeam',
      owner: 'CannotChangeOwner ok ok NotInTeam',
    })
    expect(judgeTitleChange(['owner'], 'owner', true)).toBeNull()
    for (const role of [...lowerRoles, 'organizer'] as const) expect(judgeTitleChange([role], role, true)?.code).toBe('NotAllowed')
  })

  it('and a role that may be given is part of the pairs for SQL', () => {
    const actors = (given: TeamRole) => [...new Set(allowedPairs('members.changeRole', given).map(([actor]) => actor))].sort()
    expect(actors('organizer')).toEqual(['admin', 'owner'])
    expect(actors('captain')).toEqual(['admin', 'organizer', 'owner'])
    expect(actors('owner')).toEqual([])
  })

  it('and the highest role of the actor counts', () => {
    expect(judgeRemoval(['organizer', 'admin'], 'organizer')).toBeNull()
    expect(judgeRemoval(['member', null], 'member')?.code).toBe('NotAllowed')
  })

  it('and the allowed pairs for SQL never have the owner as the target', () => {
    const lower = [...lowerRoles].sort()
    const targetsOf = (role: AccessRole) =>
      allowedPairs('members.remove')
        .flatMap(([actor, target]) => (actor === role ? [target] : []))
        .sort()
    expect(targetsOf('owner')).toEqual([...lower, 'organizer'].sort())
    expect(targetsOf('admin')).toEqual([...lower, 'organizer'].sort())
    expect(targetsOf('organizer')).toEqual(lower)
    expect(allowedPairs('members.remove').every(([actor]) => ['owner', 'organizer', 'admin'].includes(actor))).toBe(true)
    expect(allowedPairs('members.changeRole').some(([, target]) => target === 'owner')).toBe(false)
  })
})

describe('A hand-over', () => {
  const facts = {
    actorRoles: ['owner'] as AccessRole[],
    ownerId: 'olga',
    from: 'olga',
    to: 'mia',
    targetRole: 'member' as TeamRole,
    targetOwns: 0,
  }

  it('to a member is allowed to the owner and admins', () => {
    expect(judgeHandOver(facts)).toBeNull()
    expect(judgeHandOver({ ...facts, actorRoles: ['admin'] })).toBeNull()
    expect(judgeHandOver({ ...facts, actorRoles: ['admin'], ownerId: null, from: null })).toBeNull()
  })

  it.each([
    ['by an organizer', { actorRoles: ['organizer'] }, 'NotAllowed'],
    ['by nobody', { actorRoles: [null] }, 'TeamNotFound'],
    ['from a person who is no longer the owner', { ownerId: 'omar' }, 'TeamOwnerChanged'],
    ['of a team that has no owner', { ownerId: null }, 'TeamOwnerChanged'],
    ['to the owner', { to: 'olga', targetRole: 'owner' }, 'AlreadyOwner'],
    ['to an outsider', { targetRole: null }, 'NotInTeam'],
    ['to a person who owns fifty teams', { targetOwns: 50 }, 'OwnedTeamsFull'],
  ] as const)('is refused %s', (_, change, code) => expect(judgeHandOver({ ...facts, ...change })?.code).toBe(code))
})

describe('A right', () => {
  it('is refused to members with the reason, while for everybody else there is no such community', () => {
    const outcomes = [...testedRoles, 'moderator' as const].map((role) => [role, judgeRight([role, null], 'team.edit')?.code ?? 'ok'])
    expect(Object.fromEntries(outcomes)).toEqual({
      ...{ null: 'TeamNotFound', moderator: 'TeamNotFound' },
      ...Object.fromEntries(lowerRoles.map((role) => [role, 'NotAllowed'])),
      ...{ owner: 'ok', organizer: 'ok', admin: 'ok' },
    })
    expect(judgeRight([null, 'admin'], 'team.delete')?.code).toBe('NotAllowed')
  })
})

describe('The other rules', () => {
  it('let everyone but the owner leave', () => {
    expect(judgeLeaving('owner')?.code).toBe('OwnerCannotLeave')
    for (const role of grantedRoles) expect(judgeLeaving(role), role).toBeNull()
    expect(judgeLeaving(null)?.code).toBe('YouAreNotInTeam')
  })

  it('have limits', () => {
    expect(judgeCreation(49)).toBeNull()
    expect(judgeCreation(50)?.userMessage).toBe('One person can own up to 50 communities.')
    expect(judgeAddition(['organizer'], false, 30)).toBeNull()
    expect(judgeAddition(['organizer'], true, 1000)?.userMessage).toBe('This community is full. It can have up to 1,000 members.')
    expect(judgeAddition(['member'], true, 30)?.code).toBe('NotAllowed')
  })

  it('let organizers and the owner manage guests', () => {
    const room = { hasSameEmail: false, isFull: false }
    expect(testedRoles.filter((role) => judgeGuestAddition([role], room) === null)).toEqual(['owner', 'organizer', 'admin'])
    expect(judgeGuestAddition(['owner'], { ...room, hasSameEmail: true })?.code).toBe('TeamGuestExists')
    expect(judgeGuestAddition(['owner'], { ...room, isFull: true })?.code).toBe('TeamGuestsFull')
    expect(judgeGuestAddition([null], { hasSameEmail: true, isFull: true })?.code).toBe('TeamNotFound')
    expect(judgeGuestRemoval(['organizer'], true)).toBeNull()
    expect(judgeGuestRemoval(['organizer'], false)?.code).toBe('TeamGuestNotFound')
    expect(judgeGuestRemoval(['member'], false)?.code).toBe('NotAllowed')
  })
})
