import type { QueryKey } from '../query-keys.ts'
import type { TeamCard } from './contract.ts'

/** Null where there is no such community, or no longer. */
export const teamKey = (id: string): QueryKey<TeamCard | null> => ['teams', id]
