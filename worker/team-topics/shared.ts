import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { expose } from '../platform/columns.ts'
import { teamTopics } from './schema.ts'

/** What other features may read about topics. */
export const topicsOfTeams = expose(teamTopics, 'id', 'teamId', 'name', 'description', 'position')

const t = alias(teamTopics, 't')

/** The team has this topic. True if there is no topic to look for. */
export const hasTopic = (teamId: SQLWrapper | string, topicId: string | null): SQL =>
  topicId === null ? sql`1` : sql`EXISTS (SELECT 1 FROM ${teamTopics} ${t} WHERE ${t.id} = ${topicId} AND ${t.teamId} = ${teamId})`
