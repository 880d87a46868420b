import { type SQL, sql } from 'drizzle-orm'
import { maxPollTime } from '../../domain/messages/polls.ts'
import { type ConversationSummary, maxPollsAsked } from '../../domain/messages/summary.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { openPolls, pollAnswers } from './schema.ts'

const isPerson = (id: SQL) => sql`EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${id} AND ${people.deletedAt} IS NULL)`

/** For the batch of a summary: which polls are open, and who has answered them. People are asked about the latest polls only. */
export function savePolls({ conversationId, polls, answers }: Pick<ConversationSummary, 'conversationId' | 'polls' | 'answers'>) {
  const open = polls.filter(({ isOpen }) => isOpen)
  const ended = polls.filter(({ isOpen }) => !isOpen).map(({ seq }) => seq)
  const answered = answers.filter(({ hasAnswered }) => hasAnswered)
  const takenBack = answers.filter(({ hasAnswered }) => !hasAnswered)
  const ofThese = (list: typeof answers) =>
    sql`(SELECT value->>'seq' AS seq, value->>'userId' AS userId FROM json_each(${JSON.stringify(list)}))`
  const oldestAsked = sql`(SELECT min(seq) FROM (SELECT ${openPolls.seq} AS seq FROM ${openPolls}
    WHERE ${openPolls.conversationId} = ${conversationId} ORDER BY ${openPolls.seq} DESC LIMIT ${maxPollsAsked}))`
  return {
    ...(open.length > 0 && {
      opened: insertSelect(
        openPolls,
        {
          conversationId,
          seq: sql`poll.value->>'seq'`,
          authorId: sql`poll.value->>'authorId'`,
          openedAt: sql`poll.value->>'openedAt'`,
          closesAt: sql`poll.value->>'closesAt'`,
        },
        sql`FROM json_each(${JSON.stringify(open)}) poll WHERE ${isPerson(sql`poll.value->>'authorId'`)} ON CONFLICT DO NOTHING`,
      ),
    }),
    ...(polls.length > 0 && {
      answersOfEnded: sql`DELETE FROM ${pollAnswers} WHERE ${pollAnswers.conversationId} = ${conversationId} AND ${inList(pollAnswers.seq, ended)}`,
      answersOfOld: sql`DELETE FROM ${pollAnswers} WHERE ${pollAnswers.conversationId} = ${conversationId} AND ${pollAnswers.seq} < ${oldestAsked}`,
      old: sql`DELETE FROM ${openPolls} WHERE ${openPolls.conversationId} = ${conversationId} AND ${openPolls.seq} < ${oldestAsked}`,
      ended: sql`DELETE FROM ${openPolls} WHERE ${openPolls.conversationId} = ${conversationId} AND ${inList(openPolls.seq, ended)}`,
    }),
    ...(answered.length > 0 && {
      answered: insertSelect(
        pollAnswers,
        { conversationId, seq: sql`answer.seq`, userId: sql`answer.userId` },
        sql`FROM ${ofThese(answered)} answer
          CROSS JOIN ${openPolls} ON ${openPolls.conversationId} = ${conversationId} AND ${openPolls.seq} = answer.seq
          WHERE ${isPerson(sql`answer.userId`)} ON CONFLICT DO NOTHING`,
      ),
    }),
    ...(takenBack.length > 0 && {
      takenBack: sql`DELETE FROM ${pollAnswers} WHERE ${pollAnswers.conversationId} = ${conversationId}
        AND (${pollAnswers.seq}, ${pollAnswers.userId}) IN ${ofThese(takenBack)}`,
    }),
  }
}

const isOld = (now: number) => sql`${openPolls.openedAt} <= ${now - maxPollTime}`

/** Nobody is asked about polls that are older than they can be open by themselves. In their conversations they stay as they are. */
export const deleteOldPolls = (db: Database, now: number) =>
  runBatch(db, {
    answers: sql`DELETE FROM ${pollAnswers} WHERE (${pollAnswers.conversationId}, ${pollAnswers.seq}) IN (
      SELECT ${openPolls.conversationId}, ${openPolls.seq} FROM ${openPolls} WHERE ${isOld(now)})`,
    polls: sql`DELETE FROM ${openPolls} WHERE ${isOld(now)}`,
  })

/** For the batch that deletes an account: its answers, and its polls with everybody's answers. */
export const erasePolls = (userId: string): SQL[] => [
  sql`DELETE FROM ${pollAnswers} WHERE ${pollAnswers.userId} = ${userId}`,
  sql`DELETE FROM ${pollAnswers} WHERE (${pollAnswers.conversationId}, ${pollAnswers.seq}) IN (
    SELECT ${openPolls.conversationId}, ${openPolls.seq} FROM ${openPolls} WHERE ${openPolls.authorId} = ${userId})`,
  sql`DELETE FROM ${openPolls} WHERE ${openPolls.authorId} = ${userId}`,
]
