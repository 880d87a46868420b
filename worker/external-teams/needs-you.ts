import { sql } from 'drizzle-orm'
import { failuresBeforeNotice } from '../../domain/external-teams/rules.ts'
import { selectFields } from '../platform/row-query.ts'
import { externalTeams as teams } from './schema.ts'

/** The teams of a person whose calendars have failed for so long that they were notified of it. */
export const selectFailingTeams = (userId: string, limit: number) =>
  selectFields(
    { id: teams.id, name: teams.name },
    sql`FROM ${teams} WHERE ${teams.userId} = ${userId} AND ${teams.removedAt} IS NULL
      AND (${teams.state} = 'stopped' OR ${teams.failureCount} >= ${failuresBeforeNotice}) ORDER BY ${teams.createdAt}, ${teams.id} LIMIT ${limit}`,
  )
