import { type SQL, sql } from 'drizzle-orm'
import { updateSet } from '../platform/columns.ts'
import { teamAnnouncements } from './schema.ts'

/** Leaves the announcements of a topic without one. Put it before the statement that deletes the topic. */
export const clearTopic = (topicId: string, when: SQL): SQL =>
  updateSet(teamAnnouncements, { topicId: null }, sql`WHERE ${teamAnnouncements.topicId} = ${topicId} AND ${when}`)
