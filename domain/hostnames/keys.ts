import type { QueryKey } from '../query-keys.ts'
import type { TeamSite } from './contract.ts'

export const teamSiteKey: QueryKey<TeamSite> = ['hostnames', 'team-site']
