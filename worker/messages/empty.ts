import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import type { Env } from '../env.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import { openPrimary } from '../platform/database.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { leaveOne } from './leave.ts'
import { conversationMembers, conversations, openPolls, pollAnswers } from './schema.ts'

const kind = 'empty-conversation'

/** For the batch that deletes what a conversation is about: everybody is out at once, and a job deletes its words. */
export const endConversation = (conversationId: string, { now, when }: { now: number; when: SQL }) => ({
  everyoneLeft: leaveOne(conversationId, null, { now, when }),
  emptied: putInOutbox('work', [{ id: `${kind}:${conversationId}`, body: { kind, conversationId } }], { now, when: sql`changes() > 0` }),
})

/** For the purge of a community. Its members have been out since it was deleted. */
export const emptyTeamConversations = (teamId: string, now: number): MessageInsert =>
  putRowsInOutbox(
    'work',
    sql`SELECT ${`${kind}:`} || ${conversations.id} AS id, json_object('kind', ${kind}, 'conversationId', ${conversations.id}) AS body
      FROM ${conversations} WHERE ${conversations.id} = 'team_' || ${teamId}
        OR ${conversations.id} IN (SELECT 'topic_' || ${topicsOfTeams.id} FROM ${topicsOfTeams} WHERE ${topicsOfTeams.teamId} = ${teamId})`,
    { now },
  )

/** Deletes a conversation with its words. It may run twice. */
export async function emptyConversation({ conversationId }: WorkOf<typeof kind>, { env }: { env: Env }): Promise<void> {
  await env.CONVERSATION.getByName(conversationId).empty()
  const db = openPrimary(env.DB)
  await runBatch(db, {
    answers: db.delete(pollAnswers).where(eq(pollAnswers.conversationId, conversationId)),
    polls: db.delete(openPolls).where(eq(openPolls.conversationId, conversationId)),
    people: db.delete(conversationMembers).where(eq(conversationMembers.conversationId, conversationId)),
    conversation: db.delete(conversations).where(eq(conversations.id, conversationId)),
  })
}
