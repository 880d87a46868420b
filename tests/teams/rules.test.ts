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

type Judge = (by: (AccessRole | null)[], target: TeamRole | null) => { code: string } | null
const targets: (TeamRole | null)[] = [...teamRoles, null]
const acting: (AccessRole | null)[] = [null, 'member', 'organizer', 'owner', 'admin']

/** One line for each acting role: what they hear for an owner, an organizer, a member, nobody. */
const tableOf = (judge: Judge) =>
  Object.fromEntries(acting.map((by) => [String(by), targets.map((target) => judge([by], target)?.code ?? 'ok').join(' ')]))

describe('Who may touch whom', () => {
  it('when removing', () => {
    expect(tableOf(judgeRemoval)).toEqual({
      null: 'NotAllowed NotAllowed NotAllowed NotAllowed',
      member: 'NotAllowed NotAllowed NotAllowed NotAllowed',
      organizer: 'OwnerStays NotAllowed ok NotInTeam',
      owner: 'OwnerStays ok ok NotInTeam',
      admin: 'OwnerStays ok ok NotInTeam',
    })
  })

  it('when changing roles', () => {
    for (const role of ['organizer', 'member']) {
      expect(tableOf((by, target) => judgeRoleChange(by, target, role))).toEqual({
        null: 'NotAllowed NotAllowed NotAllowed NotAllowed',
        member: 'NotAllowed NotAllowed NotAllowed NotAllowed',
        organizer: 'NotAllowed NotAllowed NotAllowed NotAllowed',
        owner: 'OwnerStays ok ok NotInTeam',
        admin: 'OwnerStays ok ok NotInTeam',
      })
    }
  })

  it('never makes an owner or a role that is none', () => {
    for (const role of ['owner', 'admin', 'coach', '']) expect(judgeRoleChange(['owner'], 'member', role)?.code).toBe('RoleNotGranted')
  })

  it('counts every part someone plays', () => {
    expect(judgeRemoval(['organizer', 'admin'], 'organizer')).toBeNull()
    expect(judgeRemoval(['member', null], 'member')?.code).toBe('NotAllowed')
  })

  it('is told to the statements pair by pair, the owner in none of them', () => {
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
  const facts = { by: ['owner'] as AccessRole[], ownerId: 'olga', from: 'olga', to: 'mia', targetRole: 'member' as TeamRole, targetOwns: 0 }

  it('goes to a member, by the owner or an admin', () => {
    expect(judgeHandOver(facts)).toBeNull()
    expect(judgeHandOver({ ...facts, by: ['admin'] })).toBeNull()
    expect(judgeHandOver({ ...facts, by: ['admin'], ownerId: null, from: null })).toBeNull()
  })

  it.each([
    ['by an organizer', { by: ['organizer'] }, 'NotAllowed'],
    ['by nobody', { by: [null] }, 'NotAllowed'],
    ['from who owns it no longer', { ownerId: 'omar' }, 'TeamOwnerChanged'],
    ['of a team that turns out stranded', { ownerId: null }, 'TeamOwnerChanged'],
    ['to oneself', { to: 'olga', targetRole: 'owner' }, 'AlreadyOwner'],
    ['to a stranger', { targetRole: null }, 'NotInTeam'],
    ['to who owns fifty', { targetOwns: 50 }, 'OwnedTeamsFull'],
  ] as const)('is refused %s', (_, change, code) => expect(judgeHandOver({ ...facts, ...change })?.code).toBe(code))
})

describe('The other decisions', () => {
  it('let everyone leave but the owner', () => {
    expect([...targets].map((role) => judgeLeaving(role)?.code ?? 'ok')).toEqual(['OwnerCannotLeave', 'ok', 'ok', 'YouAreNotInTeam'])
  })

  it('let only the owner delete, and only a team without a paid plan', () => {
    expect(acting.map((by) => judgeDeletion([by], 'ROOKIE')?.code ?? 'ok')).toEqual([
      'NotAllowed',
      'NotAllowed',
      'NotAllowed',
      'ok',
      'NotAllowed',
    ])
    expect(judgeDeletion(['owner'], 'PRO')?.code).toBe('TeamHasPlan')
    expect(judgeDeletion(['organizer'], 'PRO')?.code).toBe('NotAllowed')
  })

  it('know their limits', () => {
    expect(judgeCreation(49)).toBeNull()
    expect(judgeCreation(50)?.userMessage).toBe('One person can own up to 50 communities.')
    expect(judgeAddition(['organizer'], false)).toBeNull()
    expect(judgeAddition(['organizer'], true)?.userMessage).toBe('A community can have up to 2,000 members.')
    expect(judgeAddition(['member'], true)?.code).toBe('NotAllowed')
  })

  it('keep guests to those who manage them', () => {
    const room = { isKnown: false, isFull: false }
    expect(acting.map((by) => judgeGuestAddition([by], room)?.code ?? 'ok')).toEqual(['NotAllowed', 'NotAllowed', 'ok', 'ok', 'ok'])
    expect(judgeGuestAddition(['owner'], { ...room, isKnown: true })?.code).toBe('TeamGuestExists')
    expect(judgeGuestAddition(['owner'], { ...room, isFull: true })?.code).toBe('TeamGuestsFull')
    expect(judgeGuestAddition([null], { isKnown: true, isFull: true })?.code).toBe('NotAllowed')
    expect(judgeGuestRemoval(['organizer'], true)).toBeNull()
    expect(judgeGuestRemoval(['organizer'], false)?.code).toBe('TeamGuestNotFound')
    expect(judgeGuestRemoval(['member'], false)?.code).toBe('NotAllowed')
  })
})
