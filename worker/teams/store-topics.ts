import { type SQL, sql } from 'drizzle-orm'
import { updateSet } from '../platform/columns.ts'
import { topicsOfTeams as t } from '../team-topics/shared.ts'
import { teams } from './schema.ts'

/** Copies the topics of a team to its row. Put it in each batch that changes them, after the statements that do so. */
export const storeTopics = (teamId: string): SQL =>
  updateSet(
    teams,
    {
      topics: sql`(SELECT json_group_array(json_object('id', id, 'name', name, 'description', description)) FROM (
        SELECT ${t.id} AS id, ${t.name} AS name, ${t.description} AS description FROM ${t}
        WHERE ${t.teamId} = ${teamId} ORDER BY ${t.position}, ${t.id}))`,
    },
    // Nothing changes in a deleted team until it is brought back.
    sql`WHERE ${teams.id} = ${teamId} AND ${teams.deletedAt} IS NULL`,
  )
