import type { PlatformId } from '../platforms.ts'
import type { PlanListName } from './plans.ts'

/** Whose plan it is. A person has one on each platform. The plan of a team is the same on all of them. */
export type PlanOwnerRef = { kind: 'team'; id: string } | { kind: 'user'; id: string; platform: PlatformId }

/** One text for an owner, so that the database can allow one live subscription for each. */
export const keyOfOwner = (owner: PlanOwnerRef): string =>
  owner.kind === 'team' ? `team:${owner.id}` : `user:${owner.id}:${owner.platform}`

export const planListOf = (owner: PlanOwnerRef): PlanListName => (owner.kind === 'team' ? 'teams' : `${owner.platform}-users`)
