import * as v from 'valibot'
import { customRights } from '../access/custom-rights.ts'
import { Email } from '../accounts/contract.ts'
import { activityIds } from '../activities.ts'
import { City } from '../cities/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { degreesInText } from '../numbers.ts'
import { Face } from '../profiles/contract.ts'
import { maxTopics, TeamTopic, TopicForm } from '../team-topics/contract.ts'
import { oneLineText, plainText, properName } from '../texts.ts'
import { day } from '../time/spans.ts'
import { type TeamRole, teamRoles } from './roles.ts'

export const teamRoleNames: Record<TeamRole, string> = {
  owner: 'Owner',
  organizer: 'Organizer',
  captain: 'Captain',
  coach: 'Coach',
  treasurer: 'Treasurer',
  scorekeeper: 'Scorekeeper',
  member: 'Member',
}

/** What each role may do, in one sentence. */
export const teamRoleHints: Record<TeamRole, string> = {
  owner: 'Can change everything, and is responsible for the community.',
  organizer: 'Runs the people, games and seasons, and edits the community.',
  captain: 'Runs games and invites people. A coach may do the same.',
  coach: 'Runs games and invites people. A captain may do the same.',
  treasurer: 'Manages the plan of the community and what it costs.',
  scorekeeper: 'Enters the results of games.',
  member: 'Plays, and sees what is only for members.',
}

/** The roles that a member can be given. A member only becomes the owner when the owner hands over the team. */
export const grantedRoles = ['organizer', 'captain', 'coach', 'treasurer', 'scorekeeper', 'member'] as const satisfies readonly TeamRole[]
export type GrantedRole = (typeof grantedRoles)[number]

/** How a person becomes a member: at once, after an organizer agrees, or only if they are invited. */
export const joinModes = ['open', 'ask', 'invite'] as const
export type JoinMode = (typeof joinModes)[number]

/** The colors of a team, for its cover and its shirts. Each has a shade for light and for dark screens. */
export const teamColors = ['blue', 'green', 'red', 'orange', 'yellow', 'purple', 'teal', 'black', 'white'] as const

export const freePlan = 'ROOKIE'

export const maxMemberTitleLength = 30
const minTeamNameLength = 2
export const maxTeamNameLength = 60
export const maxTeamDescriptionLength = 2000
export const maxGuestNameLength = 60
export const maxMembers = 2000
export const maxGuests = 500
export const maxOwnedTeams = 50
export const teamPageSize = 50
export const teamCardPageSize = 40
/** We count upcoming games up to this number. The screen shows "10+" from there on. */
export const maxUpcoming = 10

const TeamName = properName('A community name', minTeamNameLength, maxTeamNameLength)

const TeamDescription = plainText('A description', maxTeamDescriptionLength)

export const CreateTeam = v.object({
  name: TeamName,
  description: v.optional(TeamDescription, ''),
  /** The home city. */
  cityId: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  activity: v.optional(v.nullable(v.picklist(activityIds))),
  joinMode: v.optional(v.picklist(joinModes)),
  mainColor: v.optional(v.nullable(v.picklist(teamColors))),
  secondColor: v.optional(v.nullable(v.picklist(teamColors))),
  topics: v.optional(v.pipe(v.array(TopicForm), v.maxLength(maxTopics))),
  idempotencyKey: v.optional(IdempotencyKey),
})
export type CreateTeam = v.InferOutput<typeof CreateTeam>

/** All fields of the form. Null means no city, several activities, or no color. */
export const ChangeTeam = v.object({
  name: TeamName,
  description: TeamDescription,
  cityId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  activity: v.nullable(v.picklist(activityIds)),
  joinMode: v.picklist(joinModes),
  mainColor: v.nullable(v.picklist(teamColors)),
  secondColor: v.nullable(v.picklist(teamColors)),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type ChangeTeam = v.InferOutput<typeof ChangeTeam>

/** What every answer about a team has, under the names of the specification. */
export const PublicTeamFacts = v.object({
  photoURL: v.nullable(v.string()),
  /** The person who created it. Null if the account was deleted, or if there is a block between them and the viewer. */
  creator: v.nullable(Face),
  creatorId: v.nullable(v.string()),
  /** The plan. */
  subscription: v.string(),
  topics: v.array(TeamTopic),
  organizerWebsite: v.object({ metaLogoURL: v.nullable(v.string()) }),
})
export type PublicTeamFacts = v.InferOutput<typeof PublicTeamFacts>

/** What anyone may see of a team. */
export const Team = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  photoKey: v.nullable(v.string()),
  creatorId: v.nullable(v.string()),
  createdAt: v.number(),
})
export type Team = v.InferOutput<typeof Team>

/** A team in a list or on a map. */
export const TeamCard = v.object({
  id: v.string(),
  name: v.string(),
  photo: v.nullable(v.string()),
  ...PublicTeamFacts.entries,
  /** With its center. */
  city: v.nullable(v.object({ id: v.number(), name: v.string(), state: v.string(), lat: v.number(), lng: v.number() })),
  members: v.number(),
  /** The number of upcoming public games that the viewer can find, up to `maxUpcoming`. */
  upcoming: v.number(),
})
export type TeamCard = v.InferOutput<typeof TeamCard>

export const TeamCardPage = v.object({ teams: v.array(TeamCard), next: v.nullable(v.string()) })
export type TeamCardPage = v.InferOutput<typeof TeamCardPage>

/** If west is greater than east, the view crosses the date line. */
export const TeamsInBounds = v.object({
  south: degreesInText(90),
  north: degreesInText(90),
  west: degreesInText(180),
  east: degreesInText(180),
  cursor: Cursor,
})
export type TeamsInBounds = v.InferOutput<typeof TeamsInBounds>

/** An open offer to hand a team over. */
export const HandOverOffer = v.object({
  /** Whether the viewer is asked to take over. Otherwise the viewer is the owner who asked. */
  isToMe: v.boolean(),
  /** The other person. */
  person: Face,
  expiresAt: v.number(),
})
export type HandOverOffer = v.InferOutput<typeof HandOverOffer>

/** What the form of a team starts from. */
export const TeamForm = v.object({
  ...v.omit(ChangeTeam, ['cityId']).entries,
  city: v.nullable(City),
  photoUrl: v.nullable(v.string()),
})
export type TeamForm = v.InferOutput<typeof TeamForm>

/** What the form of a team edits. The photo is saved by itself. */
export const TeamEdit = v.omit(TeamForm, ['photoUrl'])
export type TeamEdit = v.InferOutput<typeof TeamEdit>

export const TeamPhoto = v.object({ photoUrl: v.string() })
export type TeamPhoto = v.InferOutput<typeof TeamPhoto>

/** A team in the list of one of its members. */
export const OwnTeam = v.object({
  ...Team.entries,
  ...PublicTeamFacts.entries,
  city: TeamCard.entries.city,
  members: v.number(),
  role: v.picklist(teamRoles),
  /** What their custom role adds. */
  rights: v.array(v.picklist(customRights)),
  joinedAt: v.number(),
  /** Whether they share their hours with it. */
  sharesHours: v.boolean(),
  /** Announcements that they have not read, up to `maxUnreadAnnouncements`. */
  unreadAnnouncements: v.number(),
  handOver: v.nullable(HandOverOffer),
  /** The next game of the team that they can find, including games for members only. */
  next: v.nullable(v.object({ id: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() })),
})
export type OwnTeam = v.InferOutput<typeof OwnTeam>

const TeamMember = v.object({ userId: v.string(), role: v.picklist(teamRoles), joinedAt: v.number() })

/** `next` is the cursor of the page after this one, null on the last. */
export const OwnTeamPage = v.object({ teams: v.array(OwnTeam), next: v.nullable(v.string()) })
export type OwnTeamPage = v.InferOutput<typeof OwnTeamPage>

export const TeamMemberPage = v.object({ members: v.array(TeamMember), next: v.nullable(v.string()) })
export type TeamMemberPage = v.InferOutput<typeof TeamMemberPage>

export const AddGuest = v.object({
  name: properName('A name', 1, maxGuestNameLength),
  email: v.optional(v.nullable(Email), null),
  idempotencyKey: v.optional(IdempotencyKey),
})
export type AddGuest = v.InferOutput<typeof AddGuest>

export const TeamId = v.object({ id: Id })

/** How long a deleted team can be brought back. */
export const teamRestoreDuration = 30 * day
/** The name, typed exactly as it is. */
export const DeleteTeam = v.object({ name: v.pipe(v.string(), v.maxLength(maxTeamNameLength * 10)) })

/** A deleted team that its owner can bring back until `purgeAt`. */
const DeletedTeam = v.object({
  id: v.string(),
  name: v.string(),
  photoKey: v.nullable(v.string()),
  deletedAt: v.number(),
  purgeAt: v.number(),
  members: v.number(),
})
export type DeletedTeam = v.InferOutput<typeof DeletedTeam>
export const DeletedTeamList = v.object({ teams: v.array(DeletedTeam) })

export const MemberPath = v.object({ id: Id, userId: Id })
export const HandOver = v.object({ to: Id })

/** One of the fixed roles, or a role that the community has made, which makes the person a member who may do more. */
export const ChangeRole = v.union([v.strictObject({ role: v.picklist(grantedRoles) }), v.strictObject({ customRoleId: Id })])
export type ChangeRole = v.InferOutput<typeof ChangeRole>

/** What the community calls a member, in addition to their role. Empty for no title. */
export const ChangeTitle = v.object({ title: oneLineText('A title', maxMemberTitleLength) })

/** What the form for the role of a member edits: one of the fixed roles, or the id of a custom one. */
export const RoleForm = v.object({ role: Id, ...ChangeTitle.entries })
export type RoleForm = v.InferOutput<typeof RoleForm>

/** A team that a person must settle before they can delete their account. An owner hands it over to one of `members`, or deletes it. */
export const TeamToLeave = v.object({
  id: v.string(),
  name: v.string(),
  role: v.picklist(teamRoles),
  members: v.array(Face),
  /** Whom the owner asked to take over. */
  handOver: v.nullable(v.object({ person: Face, expiresAt: v.number() })),
})
export type TeamToLeave = v.InferOutput<typeof TeamToLeave>

/** The actions in a team that a screen can explain to a member who may not do them. */
const explainedCapabilities = ['team.edit', 'team.delete', 'members.changeRole', 'members.remove', 'audit.view'] as const
export const HoldersSearch = v.object({ capability: v.picklist(explainedCapabilities) })
export type HoldersSearch = v.InferOutput<typeof HoldersSearch>
export const maxHoldersShown = 5

/** Which roles may do something, and the first members who have one of them. */
export const RoleHolders = v.object({
  isAllowed: v.boolean(),
  roles: v.array(v.picklist(teamRoles)),
  /** The names of the custom roles that may do it. */
  customRoles: v.array(v.string()),
  people: v.array(v.object({ person: Face, role: v.picklist(teamRoles), customRole: v.nullable(v.string()) })),
})
export type RoleHolders = v.InferOutput<typeof RoleHolders>
