import { type SQL, sql } from 'drizzle-orm'
import { notices } from './schema.ts'

/** Deletes notices between people, in the batch that adds a block. `pairs` selects the actor and the recipient of the notices. */
export const deleteNoticesBetween = (pairs: SQL): SQL =>
  sql`DELETE FROM ${notices} WHERE (${notices.actorId}, ${notices.userId}) IN (${pairs})`
