import { sql } from 'drizzle-orm'
import { select } from '../platform/row-query.ts'
import { conversationColumns, lists, selectAll, selectRows } from './select-conversations.ts'

/** The conversations of a person in which a message mentions them that they have not read. Requests are none: they wait to be accepted. */
export const selectUnreadMentions = (userId: string, { now, limit }: { now: number; limit: number }) =>
  select(
    conversationColumns,
    sql`SELECT * FROM (${selectRows(userId, selectAll(userId, lists.isMentioned(userId), { now }))})
      WHERE "mentionedSeq" IS NOT NULL AND NOT "isRequest" ORDER BY "lastAt" DESC, id DESC LIMIT ${limit}`,
  )
