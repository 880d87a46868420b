import { describe, expect, it } from 'vitest'
import { defaultPrivacy } from '../../domain/privacy/contract.ts'
import { mayReach, type ReachAction, type Relationship, reachActions } from '../../domain/privacy/may-reach.ts'

const strangers: Relationship = {
  isSelf: false,
  isMissing: false,
  hasBlockedMe: false,
  isBlockedByMe: false,
  isConnected: false,
  isTeammate: false,
  sharedEventStart: null,
  switches: defaultPrivacy,
}
const allOn = {
  messagesFromAnyone: true,
  publicBadges: true,
  publicOnlineStatus: true,
  publicUpcomingGames: true,
  publicHours: true,
  publicLinkPreview: false,
}
const closeFriend = { ...strangers, isConnected: true, isTeammate: true, sharedEventStart: 1, switches: allOn }

const selfActions: ReachAction[] = ['profile', 'badges', 'onlineStatus', 'upcomingGames']
const publicActions: ReachAction[] = ['profile', 'search', 'nearby', 'follow', 'connect', 'invite', 'mention', 'notify']
const acquaintanceActions: ReachAction[] = [...publicActions, 'endorse', 'message']

/** Each relationship with all actions that are allowed. All other actions are refused. */
const table: [person: string, relationship: Relationship, allowed: readonly ReachAction[]][] = [
  ['themselves', { ...strangers, isSelf: true }, selfActions],
  ['themselves with every switch on', { ...strangers, isSelf: true, switches: allOn }, selfActions],
  ['a stranger', strangers, publicActions],
  ['a connection', { ...strangers, isConnected: true }, acquaintanceActions],
  ['a teammate', { ...strangers, isTeammate: true }, acquaintanceActions],
  ['someone in the same event', { ...strangers, sharedEventStart: 1 }, acquaintanceActions],
  [
    'a stranger who accepts messages',
    { ...strangers, switches: { ...defaultPrivacy, messagesFromAnyone: true } },
    [...publicActions, 'message'],
  ],
  ['a stranger who shows badges', { ...strangers, switches: { ...defaultPrivacy, publicBadges: true } }, [...publicActions, 'badges']],
  [
    'a stranger who shows their online status',
    { ...strangers, switches: { ...defaultPrivacy, publicOnlineStatus: true } },
    [...publicActions, 'onlineStatus'],
  ],
  [
    'a stranger who shows their games',
    { ...strangers, switches: { ...defaultPrivacy, publicUpcomingGames: true } },
    [...publicActions, 'upcomingGames'],
  ],
  [
    'a stranger who shows how similar their hours are',
    { ...strangers, switches: { ...defaultPrivacy, publicHours: true } },
    [...publicActions, 'similarHours'],
  ],
  ['a close friend who shows everything', closeFriend, reachActions],
  ['a close friend who shows nothing', { ...closeFriend, switches: defaultPrivacy }, acquaintanceActions],
  ['a person who blocked them', { ...strangers, hasBlockedMe: true }, []],
  ['a person they blocked', { ...strangers, isBlockedByMe: true }, []],
  ['a close friend who blocked them', { ...closeFriend, hasBlockedMe: true }, []],
  ['a close friend they blocked', { ...closeFriend, isBlockedByMe: true }, []],
  ['a close friend when both blocked each other', { ...closeFriend, hasBlockedMe: true, isBlockedByMe: true }, []],
  ['a deleted account', { ...closeFriend, isMissing: true }, []],
  ['their own deleted account', { ...strangers, isSelf: true, isMissing: true }, []],
]

describe.each(table)('A viewer who reaches %s', (_, relationship, allowed) => {
  it.each(reachActions)('may do "%s" exactly if the policy allows it', (action) => {
    expect(mayReach(relationship, action)).toBe(allowed.includes(action))
  })
})
