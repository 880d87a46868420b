import { and, desc, eq } from 'drizzle-orm'
import { type ActivitySubscription, subscriptionsMost } from '../../domain/activity-subscriptions/contract.ts'
import type { Database } from '../platform/database.ts'
import { activitySubscriptions as table } from './schema.ts'

/** Everything a person is subscribed to, newest first. */
export async function listSubscriptionsOf(db: Database, userId: string): Promise<ActivitySubscription[]> {
  const rows = await db
    .select()
    .from(table)
    .where(eq(table.userId, userId))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(subscriptionsMost)
  return rows.map(toSubscription)
}

/** None when it is not theirs. */
export async function findSubscriptionOf(db: Database, userId: string, id: string): Promise<ActivitySubscription | null> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.userId, userId)))
  return row ? toSubscription(row) : null
}

const toSubscription = (row: typeof table.$inferSelect): ActivitySubscription => ({
  id: row.id,
  address: { name: row.addressName, lat: row.lat, lng: row.lng, description: row.addressDescription },
  radius: row.radius,
  activities: JSON.parse(row.activities),
  startDate: row.startDate,
  endDate: row.endDate,
  isTemporary: row.isTemporary,
  version: row.version,
  createdAt: row.createdAt,
})
