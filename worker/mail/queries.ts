import { and, eq } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { MailTopic } from '../../domain/mail/topics.ts'
import type { Database } from '../platform/database.ts'
import { mailOptouts } from './schema.ts'

export async function hasOptedOut(db: Database, email: string, topic: MailTopic): Promise<boolean> {
  const found = await db
    .select({ topic: mailOptouts.topic })
    .from(mailOptouts)
    .where(and(eq(mailOptouts.email, canonicalAddress(email)), eq(mailOptouts.topic, topic)))
    .limit(1)
  return found.length > 0
}
