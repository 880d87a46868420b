import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { connectionStates } from '../connections/contract.ts'
import { EndorsementCount } from '../endorsements/contract.ts'
import { ListedEvent } from '../events/contract.ts'
import { Id } from '../ids.ts'
import { TeamCard, teamColors } from '../teams/contract.ts'
import { teamRoles } from '../teams/roles.ts'
import { Face } from './contract.ts'

export const ProfilePath = v.object({ userId: Id })

/** With `as`, people see their own profile as it is for somebody who does not know them. */
export const ProfileView = v.object({ as: v.optional(v.literal('others')) })

export const maxMutualShown = 5

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
  /** The note of an open request between the two. */
  connectionNote: v.string(),
  /** People with whom both are connected, as far as the viewer's newest connections tell. */
  mutual: v.object({ people: v.array(Face), count: v.number() }),
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

export const maxProfileTeams = 10
/** A community of the person. */
const ProfileTeam = v.object({
  ...v.omit(TeamCard, ['upcoming']).entries,
  activity: v.nullable(v.picklist(activityIds)),
  mainColor: v.nullable(v.picklist(teamColors)),
  /** The role of the person. */
  role: v.picklist(teamRoles),
  /** Whether the viewer is in it too. */
  isShared: v.boolean(),
})
export type ProfileTeam = v.InferOutput<typeof ProfileTeam>

/** Communities of the person that the viewer may see, the newest membership first. */
export const ProfileTeams = v.object({ teams: v.array(ProfileTeam) })
export type ProfileTeams = v.InferOutput<typeof ProfileTeams>
