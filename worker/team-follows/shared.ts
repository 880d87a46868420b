import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { expose } from '../platform/columns.ts'
import { teamFollows } from './schema.ts'

/** What other features may read about the followers of teams. */
export const followsOfTeams = expose(teamFollows, 'teamId', 'userId', 'createdAt')

const f = alias(teamFollows, 'f')

export const followsTeam = (userId: string, teamId: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teamFollows} ${f} WHERE ${f.teamId} = ${teamId} AND ${f.userId} = ${userId})`

/** For the batch in which a person becomes a member: members get all news, so they need no follow. `when` is checked here. */
export const endFollow = (teamId: string, userId: string, when: SQL): SQL =>
  sql`DELETE FROM ${teamFollows} WHERE ${teamFollows.teamId} = ${teamId} AND ${teamFollows.userId} = ${userId} AND ${when}`
