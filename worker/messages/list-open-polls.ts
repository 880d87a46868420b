import { sql } from 'drizzle-orm'
import { maxPollTime } from '../../domain/messages/polls.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, orNull, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { conversations, openPolls, pollAnswers } from './schema.ts'
import { lists, selectAll, selectRows } from './select-conversations.ts'

const maxListed = 20
/** The database looks at so many of the direct conversations and groups that a person has joined last. */
const maxOwn = 300

/** A poll that waits for the viewer's answer. Its words are in the object of the conversation. */
export type OpenPoll = Pick<typeof conversations.$inferSelect, 'kind'> & {
  conversationId: string
  /** The name of the other person, the group, the community, its topic or the game. */
  conversationName: string
  seq: number
  openedAt: number
  closesAt: number | null
}

/**
 * The open polls of others that a person has not answered, in conversations that they may read, have not removed and not muted. Those
 * that close first are first.
 */
export async function listOpenPolls(db: Database, viewerId: string, now: number): Promise<OpenPoll[]> {
  const hasPoll = sql`EXISTS (SELECT 1 FROM ${openPolls} WHERE ${openPolls.conversationId} = c.id)`
  const rows = await readAll(
    db,
    select(
      {
        ...{ conversationId: asText, kind: conversations.kind, name: orNull(asText), otherId: orNull(asText) },
        ...{ seq: asNumber, openedAt: asNumber, closesAt: orNull(asNumber) },
      },
      sql`SELECT DISTINCT mine.id AS conversationId, mine.kind AS kind, mine.name AS name, mine.otherId AS otherId,
          ${openPolls.seq} AS seq, ${openPolls.openedAt} AS openedAt, ${openPolls.closesAt} AS closesAt
        FROM (${selectRows(viewerId, selectAll(viewerId, sql`${lists.isShown} AND ${hasPoll}`, { now, maxOwn }))}) mine
        CROSS JOIN ${openPolls} ON ${openPolls.conversationId} = mine.id
        WHERE NOT mine.isRequest AND coalesce(mine.mutedUntil, 0) <= ${now}
          AND ${openPolls.openedAt} > ${now - maxPollTime} AND (${openPolls.closesAt} IS NULL OR ${openPolls.closesAt} > ${now})
          AND ${openPolls.authorId} <> ${viewerId} AND ${hasNoBlock(viewerId, openPolls.authorId)}
          AND NOT EXISTS (SELECT 1 FROM ${pollAnswers} WHERE ${pollAnswers.conversationId} = mine.id AND ${pollAnswers.seq} = ${openPolls.seq}
            AND ${pollAnswers.userId} = ${viewerId})
        ORDER BY coalesce(${openPolls.closesAt}, ${openPolls.openedAt} + ${maxPollTime}), mine.id, ${openPolls.seq} LIMIT ${maxListed}`,
    ),
  )
  return rows.map(({ name, otherId, ...poll }) => ({
    ...poll,
    conversationName: otherId === null ? (name ?? '') : makeFace(otherId, name, null).name,
  }))
}
