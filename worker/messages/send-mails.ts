import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxConversationsInMail } from '../../domain/mail/news-mails.ts'
import { defaultFrequencyOf } from '../../domain/mail/topics.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { selectFrequency } from '../notifications/recipient-settings.ts'
import { runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { conversations, conversationMembers as m } from './schema.ts'

/** How many conversations of people one call mails about. The next minute continues. */
const maxMailed = 1000

const c = alias(conversations, 'c')
const u = alias(people, 'u')

/** The SQL of `messageTopicOf`. */
const topic = sql`iif(${c.kind} IN ('team', 'topic'), 'teamMessage', 'directMessage')`
const frequency = sql`coalesce(${selectFrequency(u.id, topic)},
  iif(${topic} = 'teamMessage', ${defaultFrequencyOf('teamMessage')}, ${defaultFrequencyOf('directMessage')}))`

/**
 * Sends the emails about messages that are due: one for each conversation, or one for all of a topic if the person wants them together or has
 * not read the last ones.
 * They contain no words and no names: the email job finds out what is still unread when it runs.
 */
export async function sendMessageMails(db: Database, now: number): Promise<void> {
  const due = sql`SELECT ${m.conversationId} AS conversationId, ${m.userId} AS userId FROM ${m}
    WHERE ${m.mailDueAt} <= ${now} ORDER BY ${m.mailDueAt}, ${m.userId} LIMIT ${maxMailed}`
  const waiting = sql`SELECT ${m.userId} AS userId, ${c.id} AS id, ${topic} AS topic, max(${m.readSeq}, ${m.mailedSeq}) AS since,
      iif(${frequency} = 'each' AND ${m.mailedSeq} <= ${m.readSeq}, ${c.id}, '') AS letter
    FROM (${due}) due CROSS JOIN ${m} ON ${m.conversationId} = due.conversationId AND ${m.userId} = due.userId
    CROSS JOIN ${conversations} ${c} ON ${c.id} = ${m.conversationId}
    CROSS JOIN ${people} ${u} ON ${u.id} = ${m.userId}
    WHERE ${c.lastSeq} > max(${m.readSeq}, ${m.mailedSeq}) AND ${u.deletedAt} IS NULL AND ${u.emailVerifiedAt} IS NOT NULL`
  const placed = sql`SELECT *, row_number() OVER (PARTITION BY userId, topic, letter ORDER BY since) AS position FROM (${waiting})`
  const lastSeq = sql`(SELECT ${c.lastSeq} FROM ${conversations} ${c} WHERE ${c.id} = ${m.conversationId})`
  await runBatch(db, {
    letters: putRowsInOutbox(
      'mail',
      sql`SELECT 'messages:' || w.userId || ':' || w.topic || ':' || w.letter || ${`:${now}`} AS id,
          json_object('to', ${u.email}, 'template', json_object('name', 'new-messages', 'data', json_object(
            'userId', w.userId, 'username', ${nameToShowSql(u)}, 'topic', w.topic,
            'conversations', json_group_array(json_object('id', w.id, 'since', w.since))))) AS body
        FROM (${placed}) w JOIN ${people} ${u} ON ${u.id} = w.userId
        WHERE w.position <= ${maxConversationsInMail} GROUP BY w.userId, w.topic, w.letter`,
      { now },
    ),
    // The emails and this are one transaction, so that no message is in two emails. What has no room in one is in that of the next minute.
    sent: updateSet(
      m,
      { mailedSeq: lastSeq, mailDueAt: null },
      sql`WHERE (${m.conversationId}, ${m.userId}) IN (${due})
        AND (${m.conversationId}, ${m.userId}) NOT IN (SELECT id, userId FROM (${placed}) WHERE position > ${maxConversationsInMail})`,
    ),
  })
}
