import * as v from 'valibot'
import { Face } from '../profiles/contract.ts'
import { day } from '../time/spans.ts'
import { teamRoles } from './roles.ts'

export const teamChangeKinds = [
  'edited',
  'member-added',
  'member-left',
  'member-removed',
  'role-changed',
  'title-changed',
  'handed-over',
  'recovered',
  'deleted',
  'brought-back',
  'message-hidden',
  'message-shown',
] as const
export type TeamChangeKind = (typeof teamChangeKinds)[number]

/** The parts of a team that its form or its photo can change. */
export const teamFields = ['name', 'description', 'city', 'activity', 'joinMode', 'mainColor', 'secondColor', 'photo'] as const
export type TeamField = (typeof teamFields)[number]

/** How long changes are kept. */
export const teamChangeLifetime = 400 * day
export const teamChangePageSize = 50

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
})

export type TeamChange = v.InferOutput<typeof TeamChange>

export const TeamChangePage = v.object({ changes: v.array(TeamChange), next: v.nullable(v.string()) })
export type TeamChangePage = v.InferOutput<typeof TeamChangePage>
