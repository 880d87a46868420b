import { isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { teamEntitlements } from '../../domain/payments/plans.ts'
import { freePlan } from '../../domain/teams/contract.ts'
import { communities } from '../teams/shared.ts'

const fc = alias(communities, 'fc')

const fees = sql.join(
  Object.entries(teamEntitlements).map(([plan, { feeBasisPoints }]) => sql`WHEN ${plan} THEN ${feeBasisPoints}`),
  sql` `,
)

/** What we keep of each payment in a game of this community, in basis points. Without a community it is as in the free plan. */
export const feeOf = (teamId: SQLWrapper): SQL =>
  sql`CASE (SELECT ${fc.plan} FROM ${communities} ${fc} WHERE ${fc.id} = ${teamId} AND ${isNull(fc.deletedAt)}) ${fees}
    ELSE ${teamEntitlements[freePlan].feeBasisPoints} END`
