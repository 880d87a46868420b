import { and, eq } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { MailTopic } from '../../domain/mail/topics.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { mailOptouts } from './schema.ts'

export async function hasOptedOut(db: Database, email: string, topic: MailTopic): Promise<boolean> {
  const isOptout = and(eq(mailOptouts.email, canonicalAddress(email)), eq(mailOptouts.topic, topic))
  return (await readFirst(db, db.select({ topic: mailOptouts.topic }).from(mailOptouts).where(isOptout))) !== undefined
}
