import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { Cursor, Id } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { TeamCard } from '../teams/contract.ts'
import { plainText } from '../texts.ts'

const maxRequestLength = 300
const maxInvitedAtOnce = 100
export const maxEmailsAtOnce = 20
const maxLinkDays = 30
const maxLinkUses = 500
export const joiningPageSize = 50

/** The message counts only where people have to ask. */
export const JoinTeam = v.object({ message: v.optional(plainText('A message', maxRequestLength), '') })
export type JoinTeam = v.InferOutput<typeof JoinTeam>

const joinResults = ['joined', 'asked'] as const
export const JoinTeamAnswer = v.object({ result: v.picklist(joinResults) })
export type JoinTeamAnswer = v.InferOutput<typeof JoinTeamAnswer>

/** A person who asks to join, as the organizers see them. */
const TeamRequest = v.object({ person: Face, message: v.string(), createdAt: v.number() })
export type TeamRequest = v.InferOutput<typeof TeamRequest>
export const TeamRequestPage = v.object({ requests: v.array(TeamRequest), next: v.nullable(v.string()) })
export type TeamRequestPage = v.InferOutput<typeof TeamRequestPage>

export const RequestPath = v.object({ id: Id, userId: Id })

export const InviteToTeam = v.object({
  userIds: v.optional(v.pipe(v.array(Id), v.maxLength(maxInvitedAtOnce)), []),
  emails: v.optional(v.pipe(v.array(Email), v.maxLength(maxEmailsAtOnce)), []),
  listId: v.optional(v.nullable(Id), null),
})
export type InviteToTeam = v.InferOutput<typeof InviteToTeam>
/** The answer does not say who was left out, nor whether an email belongs to an account. */
export const InviteToTeamAnswer = v.object({ invited: v.number(), emailed: v.number() })
export type InviteToTeamAnswer = v.InferOutput<typeof InviteToTeamAnswer>

/** An open invitation. A link has neither a person nor an email. Only who sent an email invitation sees its address. */
export const TeamInvitation = v.object({
  id: v.string(),
  kind: v.picklist(['person', 'email', 'link']),
  person: v.nullable(Face),
  email: v.nullable(v.string()),
  inviter: v.nullable(Face),
  isMine: v.boolean(),
  uses: v.number(),
  maxUses: v.number(),
  expiresAt: v.number(),
})
export type TeamInvitation = v.InferOutput<typeof TeamInvitation>
export const TeamInvitationPage = v.object({ invitations: v.array(TeamInvitation), next: v.nullable(v.string()) })
export type TeamInvitationPage = v.InferOutput<typeof TeamInvitationPage>
export const InvitationPath = v.object({ id: Id, invitationId: Id })
export const JoiningPage = v.object({ cursor: Cursor })

export const MakeInviteLink = v.object({
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxLinkDays, `A link works for up to ${maxLinkDays} days.`)),
  maxUses: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxLinkUses, `A link works for up to ${maxLinkUses} people.`)),
})
export type MakeInviteLink = v.InferOutput<typeof MakeInviteLink>
/** The only answer that contains the token: we store its hash. */
export const InviteLink = v.object({ token: v.string(), expiresAt: v.number(), maxUses: v.number() })
export type InviteLink = v.InferOutput<typeof InviteLink>

export const InvitationToken = v.object({
  token: v.pipe(v.string(), v.regex(/^[\w-]{20,100}$/, 'This link is incomplete. Open it again from the message.')),
})

/** What the link of an invitation shows before the person joins. */
export const OpenInvitation = v.object({
  team: v.object({ id: v.string(), name: v.string(), description: v.string(), city: TeamCard.entries.city, members: v.number() }),
  /** Null for visitors. */
  inviter: v.nullable(Face),
  isMember: v.boolean(),
  expiresAt: v.number(),
})
export type OpenInvitation = v.InferOutput<typeof OpenInvitation>

export const JoinedTeam = v.object({ id: v.string() })
export type JoinedTeam = v.InferOutput<typeof JoinedTeam>
