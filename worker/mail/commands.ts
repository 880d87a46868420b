import { and, eq, type SQL, sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { MailTopic } from '../../domain/mail/topics.ts'
import type { Database } from '../platform/database.ts'
import { mailOptouts } from './schema.ts'

/** Asking twice is fine: the first time is the one that is kept. */
export async function optOutOfMail(db: Database, email: string, topic: MailTopic, now: number): Promise<void> {
  await db
    .insert(mailOptouts)
    .values({ email: canonicalAddress(email), topic, createdAt: now })
    .onConflictDoNothing()
}

export async function optIntoMail(db: Database, email: string, topic: MailTopic): Promise<void> {
  await db.delete(mailOptouts).where(and(eq(mailOptouts.email, canonicalAddress(email)), eq(mailOptouts.topic, topic)))
}

/** What a person wanted no mail about stays off under their new address. For the batch that changes it. */
export const moveOptouts = (from: string, to: string, when: SQL): SQL[] => [
  sql`INSERT OR IGNORE INTO mail_optouts (email, topic, created_at)
    SELECT ${to}, topic, created_at FROM mail_optouts WHERE email = ${from} AND ${when}`,
  sql`DELETE FROM mail_optouts WHERE email = ${from} AND ${when}`,
]
