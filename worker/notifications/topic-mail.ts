import { and, eq, sql } from 'drizzle-orm'
import { topicConversationId } from '../../domain/messages/rules.ts'
import { leaveOne } from '../messages/leave.ts'
import { readFirst, runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communities } from '../teams/shared.ts'
import { teamTopicOptouts } from './schema.ts'
import { followsTopic } from './topic-subscription.ts'

/** Emails of one topic of a community to one person. The link at the end of such an email stops nothing else. */
export type TopicMail = { userId: string; topicId: string }

const isOptout = ({ userId, topicId }: TopicMail) =>
  and(eq(teamTopicOptouts.userId, userId), eq(teamTopicOptouts.topicId, topicId), eq(teamTopicOptouts.channel, 'email'))

/** The names of a topic and its community; undefined if it was deleted. */
export const findTopicNames = (db: Database, topicId: string) =>
  readFirst(
    db,
    selectFields(
      { topic: topicsOfTeams.name, team: communities.name },
      sql`FROM ${topicsOfTeams} JOIN ${communities} ON ${communities.id} = ${topicsOfTeams.teamId} WHERE ${topicsOfTeams.id} = ${topicId}`,
    ),
  )

export const isTopicMailOff = async (db: Database, mail: TopicMail): Promise<boolean> =>
  (await readFirst(db, db.select({ id: teamTopicOptouts.topicId }).from(teamTopicOptouts).where(isOptout(mail)))) !== undefined

/** Nothing is stored for a topic that was deleted: it sends no emails. */
export async function turnOffTopicMail(db: Database, { userId, topicId }: TopicMail, now: number): Promise<void> {
  await runBatch(db, {
    stopped: insertSelect(
      teamTopicOptouts,
      { userId, topicId: topicsOfTeams.id, channel: 'email', createdAt: now },
      sql`FROM ${topicsOfTeams} WHERE ${topicsOfTeams.id} = ${topicId} ON CONFLICT DO NOTHING`,
    ),
    // Without a channel left, the person is out of the topic.
    left: leaveOne(topicConversationId(topicId), userId, { now, when: sql`changes() > 0 AND NOT ${followsTopic(topicId, userId)}` }),
  })
}

export async function turnOnTopicMail(db: Database, mail: TopicMail): Promise<void> {
  await write(db, db.delete(teamTopicOptouts).where(isOptout(mail)))
}
