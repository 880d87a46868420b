import { describe, expect, it } from 'vitest'
import type { AccessRole } from '../../domain/access/can.ts'
import { type TeamRole, teamRoles } from '../../domain/teams/contract.ts'
import {
  allowedPairs,
  judgeAddition,
  judgeCreation,
  judgeDeletion,
  judgeGuestAddition,
  judgeGuestRemoval,
  judgeHandOver,
  judgeLeaving,
  judgeRemoval,
  judgeRoleChange,
} from '../../domain/teams/rules.ts'

type Judge = (actorRoles: (AccessRole | null)[], target: TeamRole | null) => { code: string } | null
const targets: (TeamRole | null)[] = [...teamRoles, null]
const testedRoles: (AccessRole | null)[] = [null, 'member', 'organizer', 'owner', 'admin']

/** One line for each role of the actor: the outcomes for an owner, an organizer, a member and an outsider. */
const tableOf = (judge: Judge) =>
  Object.fromEntries(testedRoles.map((role) => [String(role), targets.map((target) => judge([role], target)?.code ?? 'ok').join(' ')]))

describe('Changing members is allowed by role', () => {
  it('when removing', () => {
    expect(tableOf(judgeRemoval)).toEqual({
      null: 'NotAllowed NotAllowed NotAllowed NotAllowed',
      member: 'NotAllowed NotAllowed NotAllowed NotAllowed',
      organizer: 'CannotChangeOwner NotAllowed ok NotInTeam',
      owner: 'CannotChangeOwner ok ok NotInTeam',
      admin: 'CannotChangeOwner ok ok NotInTeam',
    })
  })

  it('when changing roles', () => {
    for (const role of ['organizer', 'member']) {
      expect(tableOf((actorRoles, target) => judgeRoleChange(actorRoles, target, role))).toEqual({
        null: 'NotAllowed NotAllowed NotAllowed NotAllowed',
        member: 'NotAllowed NotAllowed NotAllowed NotAllowed',
        organizer: 'NotAllowed NotAllowed NotAllowed NotAllowed',
        owner: 'CannotChangeOwner ok ok NotInTeam',
        admin: 'CannotChangeOwner ok ok NotInTeam',
      })
    }
  })

  it('but never to make somebody an owner or to give an unknown role', () => {
    for (const role of ['owner', 'admin', 'coach', '']) expect(judgeRoleChange(['owner'], 'member', role)?.code).toBe('RoleNotGranted')
  })

  it('and the highest role of the actor counts', () => {
    expect(judgeRemoval(['organizer', 'admin'], 'organizer')).toBeNull()
    expect(judgeRemoval(['member', null], 'member')?.code).toBe('NotAllowed')
  })

  it('and the allowed pairs for SQL never have the owner as the target', () => {
    expect(allowedPairs('members.remove')).toEqual([
      ['owner', 'organizer'],
      ['owner', 'member'],
      ['organizer', 'member'],
      ['admin', 'organizer'],
      ['admin', 'member'],
    ])
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
    ['by nobody', { actorRoles: [null] }, 'NotAllowed'],
    ['from a person who is no longer the owner', { ownerId: 'omar' }, 'TeamOwnerChanged'],
    ['of a team that has no owner', { ownerId: null }, 'TeamOwnerChanged'],
    ['to the owner', { to: 'olga', targetRole: 'owner' }, 'AlreadyOwner'],
    ['to an outsider', { targetRole: null }, 'NotInTeam'],
    ['to a person who owns fifty teams', { targetOwns: 50 }, 'OwnedTeamsFull'],
  ] as const)('is refused %s', (_, change, code) => expect(judgeHandOver({ ...facts, ...change })?.code).toBe(code))
})

describe('The other rules', () => {
  it('let everyone but the owner leave', () => {
    expect([...targets].map((role) => judgeLeaving(role)?.code ?? 'ok')).toEqual(['OwnerCannotLeave', 'ok', 'ok', 'YouAreNotInTeam'])
  })

  it('let only the owner delete, and only a team without a paid plan', () => {
    expect(testedRoles.map((role) => judgeDeletion([role], 'ROOKIE')?.code ?? 'ok')).toEqual([
      'NotAllowed',
      'NotAllowed',
      'NotAllowed',
      'ok',
      'NotAllowed',
    ])
    expect(judgeDeletion(['owner'], 'PRO')?.code).toBe('TeamHasPlan')
    expect(judgeDeletion(['organizer'], 'PRO')?.code).toBe('NotAllowed')
  })

  it('have limits', () => {
    expect(judgeCreation(49)).toBeNull()
    expect(judgeCreation(50)?.userMessage).toBe('One person can own up to 50 communities.')
    expect(judgeAddition(['organizer'], false)).toBeNull()
    expect(judgeAddition(['organizer'], true)?.userMessage).toBe('A community can have up to 2,000 members.')
    expect(judgeAddition(['member'], true)?.code).toBe('NotAllowed')
  })

  it('let organizers and the owner manage guests', () => {
    const room = { hasSameEmail: false, isFull: false }
    expect(testedRoles.map((role) => judgeGuestAddition([role], room)?.code ?? 'ok')).toEqual([
      'NotAllowed',
      'NotAllowed',
      'ok',
      'ok',
      'ok',
    ])
    expect(judgeGuestAddition(['owner'], { ...room, hasSameEmail: true })?.code).toBe('TeamGuestExists')
    expect(judgeGuestAddition(['owner'], { ...room, isFull: true })?.code).toBe('TeamGuestsFull')
    expect(judgeGuestAddition([null], { hasSameEmail: true, isFull: true })?.code).toBe('NotAllowed')
    expect(judgeGuestRemoval(['organizer'], true)).toBeNull()
    expect(judgeGuestRemoval(['organizer'], false)?.code).toBe('TeamGuestNotFound')
    expect(judgeGuestRemoval(['member'], false)?.code).toBe('NotAllowed')
  })
})
