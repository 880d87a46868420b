import { and, eq, lte, sql } from 'drizzle-orm'
import { nextReminder } from '../../domain/dues/rules.ts'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { sent } from './notify-of-submission.ts'
import { dueOfPart } from './owed.ts'
import { submissionParts as part, submissions as s } from './schema.ts'
import { mailLinks, makeMailLink } from './submission-links.ts'

const maxRemindedAtOnce = 100

/** Runs every minute: reminds those who have not paid a later part, three days before its day and on the day after. */
export async function remindOfParts(db: Database, now: number): Promise<void> {
  const isDue = lte(part.nextReminderAt, now)
  const found = await readAll(
    db,
    db.select({ id: part.submissionId, number: part.number, dueOn: part.dueOn }).from(part).where(isDue).limit(maxRemindedAtOnce),
  )
  if (found.length === 0) return
  const incoming = sql`json_each(${JSON.stringify(found.map(({ id, number, dueOn }) => [id, number, nextReminder(dueOn ?? '', now)]))}) incoming`
  const isThis = sql`${part.submissionId} = incoming.value->>0 AND ${part.number} = incoming.value->>1 AND ${isDue}`
  const owing = sql`FROM ${incoming} JOIN ${part} ON ${isThis} AND ${part.paymentId} IS NULL
    JOIN ${s} ON ${s.id} = ${part.submissionId} AND ${s.state} = 'accepted'`
  const ids = new Set(found.map(({ id }) => id))
  const links = await Promise.all([...ids].map(makeMailLink))
  await runBatch(db, {
    told: notifyOfRows(
      sql`SELECT 'form-part-due:' || ${s.id} || ':' || ${part.number} || ':' || ${now} AS id,
          json_object('kind', ${'form-part-due' satisfies NoticeFact['kind']}, 'submissionId', ${s.id}, 'part', ${part.number}, 'at', ${now}) AS fact
        ${owing} WHERE ${s.userId} IS NOT NULL`,
      { now },
    ),
    mailed: mailLinks(
      links,
      sql`${sent.id} IN (SELECT ${s.id} ${owing})`,
      sql`'form-part-due:' || ${sent.id} || ':' || ${now}`,
      // If two parts of it are due in the same minute, one email names the first.
      { now, news: 'partDue', due: dueOfPart(sent, sql`(SELECT min(${part.number}) ${owing} AND ${s.id} = ${sent.id})`) },
    ),
    stored: updateSet(part, { nextReminderAt: sql`incoming.value->>2` }, sql`FROM ${incoming} WHERE ${isThis}`),
  })
}

/** A part that is still owed, for the notice about it. */
export const isOwedPart = (submissionId: string, number: number) =>
  and(eq(part.submissionId, submissionId), eq(part.number, number), sql`${part.paymentId} IS NULL`)
