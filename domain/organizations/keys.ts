import type { QueryKey } from '../query-keys.ts'
import type { Organization } from './contract.ts'

/** Null if there is no such organization. */
export const organizationKey = (id: string): QueryKey<Organization | null> => ['organizations', id]
