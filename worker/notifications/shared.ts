import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { notices, teamMutes } from './schema.ts'

/** The person has a notice with this key. */
export const hasNotice = (personId: SQLWrapper, key: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${notices} WHERE ${notices.userId} = ${personId} AND ${notices.key} = ${key})`

/** How many notices with keys of this beginning a person got since then. */
export const countNotices = (personId: SQLWrapper, keyPrefix: string, since: number): SQL =>
  sql`(SELECT count(*) FROM ${notices} WHERE ${notices.userId} = ${personId} AND ${notices.createdAt} > ${since}
    AND substr(${notices.key}, 1, ${keyPrefix.length}) = ${keyPrefix})`

/** The person muted this team. */
export const hasMutedTeam = (personId: SQLWrapper, teamId: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teamMutes} WHERE ${teamMutes.userId} = ${personId} AND ${teamMutes.teamId} = ${teamId})`
