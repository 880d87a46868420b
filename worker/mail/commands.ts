import { and, eq, type SQL, sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { MailTopic } from '../../domain/mail/topics.ts'
import { write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { mailOptouts } from './schema.ts'

/** A second request changes nothing, so the time of the first one is kept. */
export async function optOutOfMail(db: Database, email: string, topic: MailTopic, now: number): Promise<void> {
  const optout = { email: canonicalAddress(email), topic, createdAt: now }
  await write(db, db.insert(mailOptouts).values(optout).onConflictDoNothing())
}

export async function optIntoMail(db: Database, email: string, topic: MailTopic): Promise<void> {
  await write(db, db.delete(mailOptouts).where(and(eq(mailOptouts.email, canonicalAddress(email)), eq(mailOptouts.topic, topic))))
}

/** Keeps the topics a person turned off when their address changes. Put these statements in the batch that changes the address. */
export const moveOptouts = (from: string, to: string, when: SQL): SQL[] => {
  const isFrom = sql`${mailOptouts.email} = ${from} AND ${when}`
  return [
    insertSelect(
      mailOptouts,
      { email: to, topic: mailOptouts.topic, createdAt: mailOptouts.createdAt },
      sql`FROM ${mailOptouts} WHERE ${isFrom} ON CONFLICT DO NOTHING`,
    ),
    sql`DELETE FROM ${mailOptouts} WHERE ${isFrom}`,
  ]
}
