import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { teamTopics } from './schema.ts'

/** Selects the topics of each team of a list, as JSON. */
export const selectTopicsJson = (teamId: SQLWrapper): SQL => sql`
  (SELECT json_group_array(json_object('id', id, 'name', name, 'description', description)) FROM (
    SELECT ${teamTopics.id} AS id, ${teamTopics.name} AS name, ${teamTopics.description} AS description FROM ${teamTopics}
    WHERE ${teamTopics.teamId} = ${teamId} ORDER BY ${teamTopics.position}, ${teamTopics.id}))`
