import { sql } from 'drizzle-orm'
import { maxPollTime } from '../../domain/messages/polls.ts'
import { asNumber, orNull, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { openPolls, pollAnswers } from './schema.ts'
import { conversationColumns, lists, selectAll, selectRows } from './select-conversations.ts'

/** The database looks at so many of the direct conversations and groups that a person has joined last. */
const maxOwn = 300

const hasPoll = sql`EXISTS (SELECT 1 FROM ${openPolls} WHERE ${openPolls.conversationId} = c.id)`

/**
 * The open polls of others that a person has not answered, in conversations that they may read, have not removed and not muted. Those
 * that close first are first. The words of a poll are in the object of its conversation.
 */
export const selectOpenPolls = (userId: string, { now, limit }: { now: number; limit: number }) =>
  select(
    { ...conversationColumns, pollSeq: asNumber, closesAt: orNull(asNumber) },
    sql`SELECT DISTINCT mine.*, ${openPolls.seq} AS "pollSeq", ${openPolls.closesAt} AS "closesAt"
      FROM (${selectRows(userId, selectAll(userId, sql`${lists.isShown} AND ${hasPoll}`, { now, maxOwn }))}) mine
      CROSS JOIN ${openPolls} ON ${openPolls.conversationId} = mine.id
      WHERE NOT mine."isRequest" AND coalesce(mine."mutedUntil", 0) <= ${now}
        AND ${openPolls.openedAt} > ${now - maxPollTime} AND (${openPolls.closesAt} IS NULL OR ${openPolls.closesAt} > ${now})
        AND ${openPolls.authorId} <> ${userId} AND ${hasNoBlock(userId, openPolls.authorId)}
        AND NOT EXISTS (SELECT 1 FROM ${pollAnswers} WHERE ${pollAnswers.conversationId} = mine.id AND ${pollAnswers.seq} = ${openPolls.seq}
          AND ${pollAnswers.userId} = ${userId})
      ORDER BY coalesce(${openPolls.closesAt}, ${openPolls.openedAt} + ${maxPollTime}), mine.id, ${openPolls.seq} LIMIT ${limit}`,
  )
