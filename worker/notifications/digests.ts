import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxNoticesInDigest } from '../../domain/notifications/digests.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { announcesCancelledGame } from '../events/nearby-notices.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { digestEntries, notices, teamTopicOptouts } from './schema.ts'
import { hasMutedTeam } from './shared.ts'

/** How many emails one call sends. The next minute continues. */
const maxEmails = 1000

const d = alias(digestEntries, 'd')
const n = alias(notices, 'n')
const u = alias(people, 'u')

const mayGetMail = sql`${u.deletedAt} IS NULL AND ${u.emailVerifiedAt} IS NOT NULL`

/** What has one email: a notice that waits alone, or everything that waits for a person in a topic. */
const letterOf = (entry: typeof digestEntries | typeof d) => sql`CASE WHEN ${entry.isAlone} THEN ${entry.key} ELSE '' END`

/** The person has turned off email for the topic of the team since. The email job checks our own topics. */
const isTopicOff = sql`EXISTS (SELECT 1 FROM ${teamTopicOptouts} WHERE ${teamTopicOptouts.userId} = ${n.userId}
  AND ${teamTopicOptouts.topicId} = ${n.teamTopicId} AND ${teamTopicOptouts.channel} = 'email')`

/** Whoever has read it in the app still needs the file in the email, which changes the game in their calendar. */
const changesCalendar = sql`(${n.key} GLOB 'event:changed:*' OR ${n.key} GLOB 'event:cancelled:*')`

/**
 * Sends the emails that are due: one for each notice that waits alone, and one for each person and topic with everything else that waits
 * there. What the person has read in the app by then is left out, and so are new games that were cancelled since and communities that
 * were muted since. If nothing is left, no email is sent.
 */
export async function sendDigests(db: Database, now: number): Promise<void> {
  const due = sql`SELECT ${digestEntries.userId} AS userId, ${digestEntries.topic} AS topic, ${letterOf(digestEntries)} AS letter, min(${digestEntries.dueAt}) AS dueAt
    FROM ${digestEntries} WHERE ${digestEntries.dueAt} <= ${now}
    GROUP BY 1, 2, 3 ORDER BY dueAt, userId, topic, letter LIMIT ${maxEmails}`
  const waiting = sql`SELECT due.userId, due.topic, due.letter, max(${d.platform}) OVER one AS platform, ${n.key} AS key, ${n.title} AS title,
      ${n.text} AS text, ${n.path} AS path, ${n.reason} AS reason, ${n.teamTopicId} AS teamTopicId, row_number() OVER one AS position, count(*) OVER one_unordered AS total
    FROM (${due}) due CROSS JOIN ${digestEntries} ${d} ON ${d.userId} = due.userId AND ${d.topic} = due.topic AND ${letterOf(d)} = due.letter
      CROSS JOIN ${notices} ${n} ON ${n.userId} = ${d.userId} AND ${n.key} = ${d.key}
    WHERE (${n.readAt} IS NULL OR ${changesCalendar}) AND ${hasNoBlock(sql`${n.actorId}`, sql`${n.userId}`)} AND NOT ${announcesCancelledGame(n)}
      AND NOT ${hasMutedTeam(n.userId, n.teamId)} AND NOT ${isTopicOff}
    WINDOW one_unordered AS (PARTITION BY due.userId, due.topic, due.letter), one AS (one_unordered ORDER BY ${n.createdAt} DESC, ${n.key})`
  await runBatch(db, {
    // The emails and the deletion are one transaction, so a notification that comes meanwhile waits for the next digest.
    letters: putRowsInOutbox(
      'mail',
      sql`SELECT 'notice:' || w.userId || ':' || w.key AS id, json_patch(
          json_object('to', ${u.email}, 'notice', json_object('userId', w.userId, 'key', w.key, 'teamTopicId', w.teamTopicId), 'template', json_object('name', 'notice',
            'data', json_object('username', ${nameToShowSql(u)}, 'topic', w.topic, 'title', w.title, 'text', w.text, 'path', w.path, 'reason', coalesce(w.reason, '')))),
          CASE WHEN w.platform IS NULL THEN '{}' ELSE json_object('platform', w.platform) END) AS body
        FROM (${waiting}) w JOIN ${people} ${u} ON ${u.id} = w.userId
        WHERE w.letter <> '' AND ${mayGetMail}`,
      { now },
    ),
    digests: putRowsInOutbox(
      'mail',
      sql`SELECT 'digest:' || w.userId || ':' || w.topic || ':' || ${now} AS id, json_patch(
          json_object('to', ${u.email}, 'digestOf', w.userId, 'template', json_object('name', 'digest', 'data', json_object(
            'username', ${nameToShowSql(u)}, 'topic', w.topic, 'total', w.total,
            'notices', json_group_array(json_object('key', w.key, 'title', w.title, 'text', w.text, 'path', w.path) ORDER BY w.position)))),
          CASE WHEN w.platform IS NULL THEN '{}' ELSE json_object('platform', w.platform) END) AS body
        FROM (${waiting}) w JOIN ${people} ${u} ON ${u.id} = w.userId
        WHERE w.letter = '' AND w.position <= ${maxNoticesInDigest} AND ${mayGetMail}
        GROUP BY w.userId, w.topic`,
      { now },
    ),
    sent: sql`DELETE FROM ${digestEntries} WHERE (${digestEntries.userId}, ${digestEntries.topic}, ${letterOf(digestEntries)}) IN (SELECT userId, topic, letter FROM (${due}))`,
  })
}
