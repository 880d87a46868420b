import { isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { communities } from '../teams/shared.ts'
import { entitlementOf } from './team-entitlement.ts'

const fc = alias(communities, 'fc')

/** What we keep of each payment in a game of this community, in basis points. Without a community it is as in the free plan. */
export const feeOf = (teamId: SQLWrapper): SQL =>
  entitlementOf(sql`(SELECT ${fc.plan} FROM ${communities} ${fc} WHERE ${fc.id} = ${teamId} AND ${isNull(fc.deletedAt)})`, 'feeBasisPoints')
