import { type PlatformId, platformIds } from '../platforms.ts'
import type { PlanListName } from './plans.ts'

/** Whose plan it is. A person buys theirs on one platform, and it counts on all of them, as the plan of a team does. */
export type PlanOwnerRef = { kind: 'team'; id: string } | { kind: 'user'; id: string; platform: PlatformId }

/** One text for an owner, so that the database can allow one live subscription for each. */
export const keyOfOwner = (owner: PlanOwnerRef): string =>
  owner.kind === 'team' ? `team:${owner.id}` : `user:${owner.id}:${owner.platform}`

/** The keys under which a person can have a plan. */
export const keysOfPerson = (id: string): string[] => platformIds.map((platform) => keyOfOwner({ kind: 'user', id, platform }))

export const planListOf = (owner: PlanOwnerRef): PlanListName => (owner.kind === 'team' ? 'teams' : `${owner.platform}-users`)
