import { type SQL, sql } from 'drizzle-orm'
import { inList, updateSet } from '../platform/columns.ts'
import { notices, teamTopicOptouts } from './schema.ts'

/** Deletes the notices about one fact, in the batch that takes it back. `userIds` selects the people who may have one. */
export const deleteNoticesOf = (key: string, userIds: SQL): SQL =>
  sql`DELETE FROM ${notices} WHERE ${notices.key} = ${key} AND ${notices.userId} IN (${userIds})`

/** Marks notices of a person as read, because they have opened what these are about. */
export const markNoticesRead = (userId: string, keys: readonly string[], now: number): SQL =>
  updateSet(
    notices,
    { readAt: now },
    sql`WHERE ${notices.userId} = ${userId} AND ${inList(notices.key, keys)} AND ${notices.readAt} IS NULL`,
  )

/** Forgets who turned off a topic of a team. Put it before the statement that deletes the topic. */
export const deleteTopicSwitches = (topicId: string, when: SQL): SQL =>
  sql`DELETE FROM ${teamTopicOptouts} WHERE ${teamTopicOptouts.topicId} = ${topicId} AND ${when}`
