import { and, desc, eq, sql } from 'drizzle-orm'
import { type ActivitySubscription, subscriptionsMost } from '../../domain/activity-subscriptions/contract.ts'
import { idsOfLabels } from '../../domain/activity-subscriptions/rules.ts'
import type { LocatedSearch } from '../../domain/geo/contract.ts'
import { runBatch } from '../platform/batch.ts'
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

/** What stands in the index of a person's subscriptions: without it nothing knows which rows are theirs. */
export async function listIndexedOf(db: Database, userId: string, id?: string): Promise<(LocatedSearch & { version: number })[]> {
  const [found] = await runBatch<Omit<LocatedSearch, 'activities'> & { labels: string; version: number }>(db, [
    sql`SELECT id, lat, lng, radius, start_date AS startDate, end_date AS endDate, activities AS labels, version
      FROM activity_subscriptions WHERE user_id = ${userId} AND ${id === undefined ? sql`true` : sql`id = ${id}`}`,
  ])
  return (found?.results ?? []).map(({ labels, ...row }) => ({ ...row, activities: idsOfLabels(JSON.parse(labels)) }))
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
