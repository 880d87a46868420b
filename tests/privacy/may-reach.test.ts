import { describe, expect, it } from 'vitest'
import { nothingPublic } from '../../domain/privacy/contract.ts'
import { type Between, mayReach, type Way, ways } from '../../domain/privacy/may-reach.ts'

const strangers: Between = {
  isSelf: false,
  isGone: false,
  hasBlockedMe: false,
  isBlockedByMe: false,
  isConnected: false,
  isTeammate: false,
  sharesEvent: false,
  switches: nothingPublic,
}
const allOn = { messagesFromAnyone: true, publicBadges: true, publicOnlineStatus: true, publicUpcomingGames: true }
const closest = { ...strangers, isConnected: true, isTeammate: true, sharesEvent: true, switches: allOn }

const toOneself: Way[] = ['profile', 'badges', 'onlineStatus', 'upcomingGames']
const toAnyone: Way[] = ['profile', 'search', 'nearby', 'follow', 'connect', 'invite', 'mention', 'notify']
const toAcquaintances: Way[] = [...toAnyone, 'endorse', 'message']

/** Every relation with all the ways that are open in it; the others are closed. */
const table: [relation: string, between: Between, open: readonly Way[]][] = [
  ['oneself', { ...strangers, isSelf: true }, toOneself],
  ['oneself with every switch on', { ...strangers, isSelf: true, switches: allOn }, toOneself],
  ['a stranger', strangers, toAnyone],
  ['a connection', { ...strangers, isConnected: true }, toAcquaintances],
  ['a teammate', { ...strangers, isTeammate: true }, toAcquaintances],
  ['someone at the same event', { ...strangers, sharesEvent: true }, toAcquaintances],
  ['a stranger who takes messages', { ...strangers, switches: { ...nothingPublic, messagesFromAnyone: true } }, [...toAnyone, 'message']],
  ['a stranger who shows badges', { ...strangers, switches: { ...nothingPublic, publicBadges: true } }, [...toAnyone, 'badges']],
  [
    'a stranger who shows when online',
    { ...strangers, switches: { ...nothingPublic, publicOnlineStatus: true } },
    [...toAnyone, 'onlineStatus'],
  ],
  [
    'a stranger who shows their games',
    { ...strangers, switches: { ...nothingPublic, publicUpcomingGames: true } },
    [...toAnyone, 'upcomingGames'],
  ],
  ['the closest who shows all', closest, ways],
  ['the closest who shows nothing', { ...closest, switches: nothingPublic }, toAcquaintances],
  ['whoever blocked me', { ...strangers, hasBlockedMe: true }, []],
  ['whom I blocked', { ...strangers, isBlockedByMe: true }, []],
  ['the closest who blocked me', { ...closest, hasBlockedMe: true }, []],
  ['the closest whom I blocked', { ...closest, isBlockedByMe: true }, []],
  ['the closest, each blocked by the other', { ...closest, hasBlockedMe: true, isBlockedByMe: true }, []],
  ['someone gone', { ...closest, isGone: true }, []],
  ['oneself, gone', { ...strangers, isSelf: true, isGone: true }, []],
]

describe.each(table)('To %s', (_, between, open) => {
  it.each(ways)('the way "%s" is open or closed as the policy says', (way) => {
    expect(mayReach(between, way)).toBe(open.includes(way))
  })
})
