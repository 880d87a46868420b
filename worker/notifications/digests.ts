import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxNoticesInDigest } from '../../domain/notifications/digests.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { digestEntries, notices } from './schema.ts'

/** How many digests one call sends. The next minute continues. */
const maxDigests = 100

const d = alias(digestEntries, 'd')
const n = alias(notices, 'n')
const u = alias(people, 'u')

/**
 * Sends the digests that are due: one email for each person and topic, with everything that waits there. Notifications that the
 * person has read in the app by then are left out. If no others are left, no email is sent.
 */
export async function sendDigests(db: Database, now: number): Promise<void> {
  const due = sql`SELECT ${digestEntries.userId} AS userId, ${digestEntries.topic} AS topic, min(${digestEntries.dueAt}) AS dueAt
    FROM ${digestEntries} WHERE ${digestEntries.dueAt} <= ${now}
    GROUP BY ${digestEntries.userId}, ${digestEntries.topic} ORDER BY dueAt, userId, topic LIMIT ${maxDigests}`
  const waiting = sql`SELECT due.userId, due.topic, max(${d.platform}) OVER one AS platform, ${n.key} AS key, ${n.title} AS title,
      ${n.text} AS text, ${n.path} AS path, row_number() OVER one AS position, count(*) OVER one_unordered AS total
    FROM (${due}) due CROSS JOIN ${digestEntries} ${d} ON ${d.userId} = due.userId AND ${d.topic} = due.topic
      CROSS JOIN ${notices} ${n} ON ${n.userId} = ${d.userId} AND ${n.key} = ${d.key}
    WHERE ${n.readAt} IS NULL AND ${hasNoBlock(sql`${n.actorId}`, sql`${n.userId}`)}
    WINDOW one_unordered AS (PARTITION BY due.userId, due.topic), one AS (one_unordered ORDER BY ${n.createdAt} DESC, ${n.key})`
  await runBatch(db, {
    // The emails and the deletion are one transaction, so a notification that comes meanwhile waits for the next digest.
    mails: putRowsInOutbox(
      'mail',
      sql`SELECT 'digest:' || w.userId || ':' || w.topic || ':' || ${now} AS id, json_patch(
          json_object('to', ${u.email}, 'digestOf', w.userId, 'template', json_object('name', 'digest', 'data', json_object(
            'username', ${nameToShowSql(u)}, 'topic', w.topic, 'total', w.total,
            'notices', json_group_array(json_object('key', w.key, 'title', w.title, 'text', w.text, 'path', w.path) ORDER BY w.position)))),
          CASE WHEN w.platform IS NULL THEN '{}' ELSE json_object('platform', w.platform) END) AS body
        FROM (${waiting}) w JOIN ${people} ${u} ON ${u.id} = w.userId
        WHERE w.position <= ${maxNoticesInDigest} AND ${u.deletedAt} IS NULL AND ${u.emailVerifiedAt} IS NOT NULL
        GROUP BY w.userId, w.topic`,
      { now },
    ),
    sent: sql`DELETE FROM ${digestEntries} WHERE (${digestEntries.userId}, ${digestEntries.topic}) IN (SELECT userId, topic FROM (${due}))`,
  })
}
