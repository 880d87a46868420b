import { sql } from 'drizzle-orm'
import { asText, computed, selectFields } from '../platform/row-query.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { dues } from './schema.ts'
import { isSettled } from './shared.ts'

/** The dues that a person owes, the first deadline first. */
export const selectOwedDues = (userId: string, limit: number) =>
  selectFields(
    {
      ...{ dueId: dues.id, teamId: dues.teamId, title: dues.title, amount: dues.amount, currency: dues.currency, dueOn: dues.dueOn },
      teamName: computed(sql`${communities.name}`, asText),
    },
    sql`FROM ${communityMembers} CROSS JOIN ${communities} ON ${communities.id} = ${communityMembers.teamId} AND ${communities.deletedAt} IS NULL
      CROSS JOIN ${dues} ON ${dues.teamId} = ${communities.id} AND ${dues.endedAt} IS NULL
      WHERE ${communityMembers.userId} = ${userId} AND NOT ${isSettled(dues.id, userId)} ORDER BY ${dues.dueOn}, ${dues.id} LIMIT ${limit}`,
  )
