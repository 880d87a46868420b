import type { PrivacySwitches } from './contract.ts'

/** What a viewer may want to see or do with another person. Every read, write and notification about people checks one of these. */
export const reachActions = [
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
  'similarHours',
] as const
export type ReachAction = (typeof reachActions)[number]

/** How the viewer and the other person relate. */
export type Relationship = {
  isSelf: boolean
  /** The other person's account was deleted, or it never existed. */
  isMissing: boolean
  hasBlockedMe: boolean
  isBlockedByMe: boolean
  isConnected: boolean
  /** Only read when they are not connected, because either fact means that they know each other. */
  isTeammate: boolean
  /** The start of the first event that both are in, upcoming or recent; null if there is none. */
  sharedEventStart: number | null
  switches: PrivacySwitches
}

/** How somebody who does not know the person relates to them. People see their own profile so, to check what it shows. */
export const asStranger = (relationship: Relationship): Relationship => ({
  ...relationship,
  isSelf: false,
  isConnected: false,
  isTeammate: false,
  sharedEventStart: null,
})

const selfActions: readonly ReachAction[] = ['profile', 'badges', 'onlineStatus', 'upcomingGames']

/**
 * The only policy of who may reach another person. A block works in both directions and for every action. A block must
 * stay invisible, so callers answer a refusal as if the person did not exist.
 */
export function mayReach(relationship: Relationship, action: ReachAction): boolean {
  if (relationship.isMissing) return false
  if (relationship.isSelf) return selfActions.includes(action)
  if (relationship.hasBlockedMe || relationship.isBlockedByMe) return false
  const { switches } = relationship
  const knowsThem = relationship.isConnected || relationship.isTeammate || relationship.sharedEventStart !== null
  switch (action) {
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
    case 'similarHours':
      return switches.publicHours
    default:
      return true
  }
}
