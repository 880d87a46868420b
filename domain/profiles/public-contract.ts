import * as v from 'valibot'
import { connectionStates } from '../connections/contract.ts'
import { EndorsementCount } from '../endorsements/contract.ts'
import { ListedEvent } from '../events/contract.ts'
import { Id } from '../ids.ts'

export const ProfilePath = v.object({ userId: Id })

/**
 * A person as another viewer sees them. Only listed fields leave the server, each checked by `mayReach`. Null means hidden
 * from this viewer.
 */
export const PublicProfile = v.object({
  id: v.string(),
  displayName: v.string(),
  pictureUrl: v.nullable(v.string()),
  isMe: v.boolean(),
  /** When true, the fields below are empty. */
  isBlockedByMe: v.boolean(),
  blockId: v.nullable(v.string()),
  bio: v.string(),
  city: v.nullable(v.object({ name: v.string(), state: v.string() })),
  pronoun: v.nullable(v.string()),
  activities: v.array(v.object({ activity: v.string(), level: v.nullable(v.number()) })),
  badges: v.nullable(v.array(v.object({ id: v.string(), name: v.string(), reason: v.string() }))),
  endorsements: v.array(EndorsementCount),
  mayEndorse: v.boolean(),
  /** Whether this viewer may write them a message. */
  mayMessage: v.boolean(),
  followers: v.number(),
  isFollowing: v.boolean(),
  connection: v.nullable(v.picklist(connectionStates)),
  /** Whether this viewer may read their presence. */
  showsOnlineStatus: v.boolean(),
  /** Whether this viewer may read their upcoming games. */
  showsUpcomingGames: v.boolean(),
  memberSince: v.number(),
})
export type PublicProfile = v.InferOutput<typeof PublicProfile>

export const maxProfileGames = 7
/** Upcoming public games in which the person has a seat. */
export const ProfileGames = v.object({ events: v.array(ListedEvent) })
export type ProfileGames = v.InferOutput<typeof ProfileGames>
