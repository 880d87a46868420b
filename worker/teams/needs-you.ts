import { isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { asText, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isStale } from './end-hand-overs.ts'
import { teamHandOvers, teams } from './schema.ts'

const u = alias(people, 'u')

/** The teams that their owners ask this person to take over. */
export const selectHandOversTo = (userId: string, { now, limit }: { now: number; limit: number }) =>
  selectFields(
    {
      ...faceColumnsOf(u),
      teamId: computed(sql`${teams.id}`, asText),
      teamName: computed(sql`${teams.name}`, asText),
      expiresAt: teamHandOvers.expiresAt,
    },
    sql`FROM ${teamHandOvers} JOIN ${teams} ON ${teams.id} = ${teamHandOvers.teamId} AND ${teams.deletedAt} IS NULL
      JOIN ${people} ${u} ON ${u.id} = ${teamHandOvers.fromId} AND ${isNull(u.deletedAt)}
      WHERE ${teamHandOvers.toId} = ${userId} AND ${teamHandOvers.expiresAt} > ${now} AND NOT ${isStale} AND ${hasNoBlock(userId, u.id)}
      ORDER BY ${teamHandOvers.expiresAt} LIMIT ${limit}`,
  )
