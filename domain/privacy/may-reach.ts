import type { PrivacySwitches } from './contract.ts'

/** In which way someone would come near another person. Every read, write and notice about people asks by one of these. */
export const ways = [
  'profile',
  'search',
  'nearby',
  'follow',
  'connect',
  'endorse',
  'invite',
  'message',
  'mention',
  'notify',
  'badges',
  'onlineStatus',
  'upcomingGames',
] as const
export type Way = (typeof ways)[number]

/** What is between the two, seen from the viewer. */
export type Between = {
  isSelf: boolean
  /** Their account was deleted, or there never was one. */
  isGone: boolean
  hasBlockedMe: boolean
  isBlockedByMe: boolean
  isConnected: boolean
  /** Asked only where they are not connected: either way they know each other. */
  isTeammate: boolean
  /** Both are at an event to come, or were at one lately. */
  sharesEvent: boolean
  switches: PrivacySwitches
}

const toOneself: readonly Way[] = ['profile', 'badges', 'onlineStatus', 'upcomingGames']

/**
 * The one policy of who may reach whom. A block works both ways and in every way; it shows nowhere, so whoever asks
 * answers a refusal like a person who is not there.
 */
export function mayReach(between: Between, way: Way): boolean {
  if (between.isGone) return false
  if (between.isSelf) return toOneself.includes(way)
  if (between.hasBlockedMe || between.isBlockedByMe) return false
  const { switches } = between
  const knowsThem = between.isConnected || between.isTeammate || between.sharesEvent
  switch (way) {
    case 'message':
      return switches.messagesFromAnyone || knowsThem
    case 'endorse':
      return knowsThem
    case 'badges':
      return switches.publicBadges
    case 'onlineStatus':
      return switches.publicOnlineStatus
    case 'upcomingGames':
      return switches.publicUpcomingGames
    default:
      return true
  }
}
