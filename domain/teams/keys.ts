import type { QueryKey } from '../query-keys.ts'
import type { TeamCard } from './contract.ts'
import type { TeamDetail } from './detail-contract.ts'

/** Null if there is no such community, or if it was deleted. */
export const teamKey = (id: string): QueryKey<TeamCard | null> => ['teams', id]

/** What its page shows. Null if there is no such community, or if it was deleted. */
export const teamDetailKey = (id: string): QueryKey<TeamDetail | null> => ['teams', id, 'detail']
