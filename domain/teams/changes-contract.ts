import * as v from 'valibot'
import { customRights } from '../access/custom-rights.ts'
import { Face } from '../profiles/contract.ts'
import { registrationKinds } from '../seasons/contract.ts'
import { sides } from '../seasons/results-contract.ts'
import { day } from '../time/spans.ts'
import { teamRoles } from './roles.ts'

export const teamChangeKinds = [
  'edited',
  'member-added',
  'member-left',
  'member-removed',
  'role-changed',
  'role-created',
  'role-edited',
  'role-deleted',
  'title-changed',
  'handed-over',
  'recovered',
  'deleted',
  'brought-back',
  'message-hidden',
  'message-shown',
  'slow-mode-on',
  'slow-mode-off',
  'details-changed',
  'guest-added',
  'guest-edited',
  'guest-removed',
  'guest-joined',
  'guests-imported',
  'child-added',
  'child-edited',
  'child-removed',
  'season-created',
  'season-copied',
  'season-edited',
  'season-deleted',
  'copy-undone',
  'group-created',
  'group-edited',
  'group-deleted',
  'registered',
  'registration-changed',
  'unregistered',
  'guest-registered',
  'guest-unregistered',
  'seats-given',
  'result-entered',
  'result-corrected',
  'result-confirmed',
  'result-disputed',
  'result-settled',
  'result-deleted',
  'domain-added',
  'domain-removed',
  'organization-joined',
  'organization-left',
  'organization-declined',
  'organization-deleted',
] as const
export type TeamChangeKind = (typeof teamChangeKinds)[number]

/** The parts of a team that its form or its photo can change. */
export const teamFields = ['name', 'description', 'city', 'activity', 'joinMode', 'mainColor', 'secondColor', 'photo'] as const
export type TeamField = (typeof teamFields)[number]

/** How long changes are kept. */
export const teamChangeLifetime = 400 * day
export const teamChangePageSize = 50

const Score = v.object({ home: v.number(), away: v.number(), forfeit: v.nullable(v.picklist(sides)) })
const name = v.optional(v.nullable(v.string()))
const count = v.optional(v.number())

/**
 * What a change says besides people, as it was then, because a season or a group may be deleted. It names no person, so that nothing
 * stays of a person who deletes their account.
 */
const ChangeDetails = v.object({
  season: name,
  /** A group, and the name or group that it replaces. */
  group: name,
  oldGroup: name,
  /** How a person takes part in a season. */
  part: v.optional(v.picklist(registrationKinds)),
  oldPart: v.optional(v.picklist(registrationKinds)),
  /** The sides of a match. */
  home: name,
  away: name,
  score: v.optional(Score),
  oldScore: v.optional(v.nullable(Score)),
  organization: name,
  domain: name,
  /** A custom role, and the name or role that it replaces. */
  customRole: name,
  oldCustomRole: name,
  /** What a custom role may do. */
  rights: v.optional(v.array(v.picklist(customRights))),
  people: count,
  games: count,
  results: count,
})
export type ChangeDetails = v.InferOutput<typeof ChangeDetails>

/** One change of a team: who, when and what. */
const TeamChange = v.object({
  id: v.string(),
  kind: v.picklist(teamChangeKinds),
  at: v.number(),
  /** Null if an operator made the change, if the account was deleted, or with a block between this person and the viewer. */
  actor: v.nullable(Face),
  /** The person whom the change is about; null for the same reasons, or if there is none. */
  person: v.nullable(Face),
  oldRole: v.nullable(v.picklist(teamRoles)),
  newRole: v.nullable(v.picklist(teamRoles)),
  fields: v.nullable(v.array(v.picklist(teamFields))),
  /** The name of the guest whom the change is about. Null if the guest is gone, for children, and if there is none. */
  guest: v.nullable(v.string()),
  details: v.nullable(ChangeDetails),
})

export type TeamChange = v.InferOutput<typeof TeamChange>

export const TeamChangePage = v.object({ changes: v.array(TeamChange), next: v.nullable(v.string()) })
export type TeamChangePage = v.InferOutput<typeof TeamChangePage>
