import { type SQL, sql } from 'drizzle-orm'
import { parseConversationId } from '../../domain/messages/rules.ts'
import { selectIfCurrent, selectNextOfTeam } from '../events/next-game.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, orNull, select } from '../platform/row-query.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'

/** Selects the id of the game that stands on top of a conversation. Null for people who just talk. */
function selectNextGame(conversationId: string, asked: { viewerId: string; now: number }): SQL | null {
  const { kind, subject } = parseConversationId(conversationId)
  switch (kind) {
    case 'direct':
    case 'group':
      return null
    case 'team':
      return selectNextOfTeam(subject, asked)
    case 'topic':
      return selectNextOfTeam(sql`(SELECT ${topicsOfTeams.teamId} FROM ${topicsOfTeams} WHERE ${topicsOfTeams.id} = ${subject})`, asked)
    case 'event':
      return selectIfCurrent(subject, asked)
  }
}

/** The game of the conversation, or the next one of its community. Null if there is none to come. */
export async function findNextGame(db: Database, conversationId: string, asked: { viewerId: string; now: number }): Promise<string | null> {
  const game = selectNextGame(conversationId, asked)
  return game && ((await readFirst(db, select({ id: orNull(asText) }, sql`SELECT ${game} AS id`)))?.id ?? null)
}
