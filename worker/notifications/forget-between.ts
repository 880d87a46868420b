import { type SQL, sql } from 'drizzle-orm'
import { notices } from './schema.ts'

/** For the batch of a block: forgets what people were told of others. `pairs` selects the other and the person who was told. */
export const forgetNoticesBetween = (pairs: SQL): SQL =>
  sql`DELETE FROM ${notices} WHERE (${notices.actorId}, ${notices.userId}) IN (${pairs})`
