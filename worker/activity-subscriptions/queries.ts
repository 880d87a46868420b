import { and, desc, eq } from 'drizzle-orm'
import { type ActivitySubscription, maxSubscriptions } from '../../domain/activity-subscriptions/contract.ts'
import { idsOfLabels } from '../../domain/activity-subscriptions/rules.ts'
import type { LocatedSearch } from '../../domain/geo/contract.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { activitySubscriptions as table } from './schema.ts'

/** Everything a person is subscribed to, newest first. */
export async function listSubscriptionsOf(db: Database, userId: string): Promise<ActivitySubscription[]> {
  const rows = await readAll(
    db,
    db.select().from(table).where(eq(table.userId, userId)).orderBy(desc(table.createdAt), desc(table.id)).limit(maxSubscriptions),
  )
  return rows.map(toSubscription)
}

const isTheirs = (userId: string, id: string) => and(eq(table.id, id), eq(table.userId, userId))

/** For a batch: no row where it is not theirs. */
export const selectSubscriptionOf = (db: Database, userId: string, id: string) => db.select().from(table).where(isTheirs(userId, id))

/** What stands in the index of a person's subscriptions: without it nothing knows which rows are theirs. */
export async function listIndexedOf(db: Database, userId: string, id?: string): Promise<(LocatedSearch & { version: number })[]> {
  const rows = await readAll(
    db,
    db
      .select({
        id: table.id,
        lat: table.lat,
        lng: table.lng,
        radius: table.radius,
        startDate: table.startDate,
        endDate: table.endDate,
        labels: table.activities,
        version: table.version,
      })
      .from(table)
      .where(id === undefined ? eq(table.userId, userId) : isTheirs(userId, id)),
  )
  return rows.map(({ labels, ...row }) => ({ ...row, activities: idsOfLabels(labels) }))
}

export const toSubscription = (row: typeof table.$inferSelect): ActivitySubscription => ({
  id: row.id,
  address: { name: row.addressName, lat: row.lat, lng: row.lng, description: row.addressDescription },
  radius: row.radius,
  activities: row.activities,
  startDate: row.startDate,
  endDate: row.endDate,
  isTemporary: row.isTemporary,
  version: row.version,
  createdAt: row.createdAt,
})
