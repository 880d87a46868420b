import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { CreateSeason } from '../../domain/seasons/contract.ts'
import { judgeRegistration, judgeUnregistration } from '../../domain/seasons/rules.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'

const spring = { label: 'Spring 2027', startDate: '2027-03-01', endDate: '2027-05-31' }
const read = (change: object) => v.safeParse(CreateSeason, { ...spring, ...change })
const faultsOf = (change: object) => (read(change).issues ?? []).map(({ path, message }) => `${path?.[0]?.key}: ${message}`)

describe('A season', () => {
  it('has a label of one to sixty characters, trimmed', () => {
    expect(read({ label: '  Spring   2027 ' }).output).toMatchObject({ label: 'Spring 2027' })
    for (const label of ['7', 'x'.repeat(60), '👨‍👩‍👧‍👦'.repeat(30)]) expect(read({ label }).success, label).toBe(true)
    for (const label of ['', '   ', '...', 'x'.repeat(61), 'x'.repeat(601), 7, null])
      expect(read({ label }).success, `${label}`).toBe(false)
  })

  it('has valid calendar days', () => {
    for (const startDate of ['2024-02-29', '2027-02-28', '2027-05-31']) expect(read({ startDate }).success, startDate).toBe(true)
    for (const startDate of [
      '2027-02-29',
      '2024-02-30',
      '2027-04-31',
      '2027-13-01',
      '2027-00-01',
      '2027-03-00',
      '27-03-01',
      '2027-3-1',
      '',
    ])
      expect(faultsOf({ startDate }), startDate).toContain('startDate: Enter a valid date.')
    expect(faultsOf({ endDate: '2028-02-30' })).toEqual(['endDate: Enter a valid date.'])
    expect(read({ startDate: '2027-03-01T00:00:00Z' }).success).toBe(false)
  })

  it('can be a single day, and cannot end before it starts', () => {
    expect(read({ endDate: '2027-03-01' }).success).toBe(true)
    expect(faultsOf({ endDate: '2027-02-28' })).toEqual(['endDate: The end must not be before the start.'])
  })
})

describe('The last day of a season', () => {
  it('is over when it is over in every time zone', () => {
    expect(latestLocalDate(Date.UTC(2027, 5, 1, 11, 59, 59))).toBe('2027-05-31')
    expect(latestLocalDate(Date.UTC(2027, 5, 1, 12))).toBe('2027-06-01')
    expect(latestLocalDate(Date.UTC(2028, 2, 1, 3))).toBe('2028-02-29')
  })
})

describe('A refusal', () => {
  it('reveals no season to outsiders, and no registrations to members', () => {
    const facts = { target: null, isOwn: false, kind: 'player', groupId: null, currentGroupId: null, isOver: false, group: null } as const
    const judge = (role: TeamRole | null, more: Partial<Parameters<typeof judgeRegistration>[1]> = {}) =>
      judgeRegistration([role, null], { ...facts, ...more })?.code ?? null
    expect(judgeRegistration([null, null], facts)).toMatchObject({
      code: 'SeasonNotFound',
      userMessage: 'We could not find this season.',
    })
    expect(judge('member')).toBe('NotAllowed')
    expect(judgeRegistration(['organizer', null], facts)).toMatchObject({ userMessage: 'This person is not in this community.' })
    expect(judge('organizer', { target: 'member' })).toBeNull()
    // Members register themselves: without a group, until the season is over, and not out of a place they were given.
    const self = { target: 'member', isOwn: true } as const
    expect(judge('member', self)).toBeNull()
    expect(judge('member', { ...self, groupId: 'red', group: { isFull: false, hasOtherCaptain: false } })).toBe('NotAllowed')
    expect(judge('member', { ...self, currentGroupId: 'red' })).toBe('PlaceInGroupGiven')
    expect(judge('member', { ...self, isOver: true })).toBe('SeasonOver')
    // Organizers give out the places.
    const place = { target: 'member', groupId: 'red', currentGroupId: 'blue', isOver: true } as const
    expect(judge('owner', { ...place, group: { isFull: false, hasOtherCaptain: true } })).toBeNull()
    expect(judge('owner', place)).toBe('GroupNotFound')
    expect(judge('owner', { ...place, group: { isFull: true, hasOtherCaptain: false } })).toBe('GroupFull')
    expect(judge('owner', { ...place, kind: 'captain', group: { isFull: false, hasOtherCaptain: true } })).toBe('GroupHasCaptain')
    expect(judgeUnregistration([null, null], true)).toMatchObject({ userMessage: 'We could not find this season.' })
    expect(judgeUnregistration(['member', null], false)).toMatchObject({ code: 'NotAllowed' })
    expect(judgeUnregistration(['member', null], true)).toMatchObject({ userMessage: 'You are not registered for this season.' })
    expect(judgeUnregistration(['owner', null], false)).toMatchObject({ userMessage: 'This person is not registered for this season.' })
  })
})
