import * as v from 'valibot'
import { Face } from '../profiles/contract.ts'
import { day } from '../time/spans.ts'

export const organizationChangeKinds = [
  'created',
  'edited',
  'team-asked',
  'team-asks',
  'team-added',
  'taken-back',
  'declined',
  'team-removed',
  'team-left',
] as const
export type OrganizationChangeKind = (typeof organizationChangeKinds)[number]

export const organizationFields = ['name', 'description'] as const
export type OrganizationField = (typeof organizationFields)[number]

/** How long changes are kept. */
export const organizationChangeLifetime = 400 * day
export const organizationChangePageSize = 50

/** One change of an organization: who, when and what. */
const OrganizationChange = v.object({
  id: v.string(),
  kind: v.picklist(organizationChangeKinds),
  at: v.number(),
  /** Null if the account was deleted, or with a block between this person and the viewer. */
  actor: v.nullable(Face),
  /** The name of the team that it is about, if there is one. */
  team: v.nullable(v.string()),
  fields: v.nullable(v.array(v.picklist(organizationFields))),
})
export type OrganizationChange = v.InferOutput<typeof OrganizationChange>

export const OrganizationChangePage = v.object({ changes: v.array(OrganizationChange), next: v.nullable(v.string()) })
export type OrganizationChangePage = v.InferOutput<typeof OrganizationChangePage>
