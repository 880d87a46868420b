import { eq } from 'drizzle-orm'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { stripeEvents } from './schema.ts'

export type StripeEvent = typeof stripeEvents.$inferSelect

export const findEvent = (db: Database, id: string): Promise<StripeEvent | undefined> =>
  readFirst(db, db.select().from(stripeEvents).where(eq(stripeEvents.id, id)))
