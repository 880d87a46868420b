import type { QueryKey } from '../query-keys.ts'
import type { TeamCard } from './contract.ts'

/** Null if there is no such community, or if it was deleted. */
export const teamKey = (id: string): QueryKey<TeamCard | null> => ['teams', id]
