import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type ActivitySubscription, type ActivitySubscriptions, maxSubscriptions } from '../../domain/activity-subscriptions/contract.ts'
import { findActivityIds } from '../../domain/activity-subscriptions/rules.ts'
import type { LocatedSubscription } from '../../domain/geo/contract.ts'
import { freeUserPlan, type UserPlanItem, userEntitlements } from '../../domain/payments/plans.ts'
import { hasUserPlan } from '../payments/entitled.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { activitySubscriptions as table } from './schema.ts'

const maxAlertsOf = (plan: UserPlanItem): number => userEntitlements[plan].maxAlerts ?? maxSubscriptions

/** How many alerts the plan of the user allows now. */
export const alertLimit = (userId: string, now: number): SQL =>
  sql`CASE WHEN ${hasUserPlan('Member Plus', userId, now)} THEN ${maxAlertsOf('Member Plus')} ELSE ${maxAlertsOf(freeUserPlan)} END`

/** All subscriptions of a user, newest first. */
export async function listSubscriptions(db: Database, userId: string, now: number): Promise<ActivitySubscriptions> {
  const { subscriptions, limit } = await runBatch(db, {
    subscriptions: db
      .select()
      .from(table)
      .where(eq(table.userId, userId))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(maxSubscriptions),
    limit: select({ max: asNumber }, sql`SELECT ${alertLimit(userId, now)} AS max`),
  })
  return { subscriptions: subscriptions.rows.map(toSubscription), max: limit.rows[0]?.max ?? 0 }
}

const isOwnSubscription = (userId: string, id: string) => and(eq(table.id, id), eq(table.userId, userId))

/** A statement for a batch. It returns no row if the subscription belongs to someone else. */
export const selectSubscription = (db: Database, userId: string, id: string) => db.select().from(table).where(isOwnSubscription(userId, id))

/** A user's subscriptions as they are in the cell index. Needed to delete index rows, because these have no user id. */
export async function listIndexedSubscriptions(
  db: Database,
  userId: string,
  id?: string,
): Promise<(LocatedSubscription & { version: number })[]> {
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
      .where(id === undefined ? eq(table.userId, userId) : isOwnSubscription(userId, id))
      .limit(maxSubscriptions),
  )
  return rows.map(({ labels, ...row }) => ({ ...row, activities: findActivityIds(labels) }))
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
