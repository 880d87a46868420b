import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  type ActivitySubscription,
  type ChangeActivitySubscription,
  type CreateActivitySubscription,
  maxSubscriptions,
  type SaveActivitySubscription,
} from '../../domain/activity-subscriptions/contract.ts'
import { idsOfLabels, judgeAddition, placeName } from '../../domain/activity-subscriptions/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { LocatedSearch } from '../../domain/geo/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { selectFirstName } from '../profiles/first-name.ts'
import { listIndexedOf, selectSubscriptionOf, toSubscription } from './queries.ts'
import { activitySubscriptions as table } from './schema.ts'

const toLocated = (id: string, { address, radius, activities, startDate, endDate }: SaveActivitySubscription): LocatedSearch => ({
  id,
  lat: address.lat,
  lng: address.lng,
  radius,
  startDate,
  endDate,
  activities: idsOfLabels(activities),
})

const columnsFor = ({ address, radius, activities, startDate, endDate, isTemporary }: SaveActivitySubscription) => ({
  addressName: address.name,
  addressDescription: address.description,
  lat: address.lat,
  lng: address.lng,
  radius,
  activities,
  startDate,
  endDate,
  isTemporary,
})

/**
 * Subscribes a person and puts the mail that confirms it on its way, in one batch; without a platform nobody is written to.
 * Asked again with the same key, it answers what stands there and writes no second mail.
 */
export async function createSubscription(
  db: Database,
  { now, newId }: Clock,
  userId: string,
  { idempotencyKey, ...input }: CreateActivitySubscription,
  platform: PlatformId | null,
): Promise<ActivitySubscription> {
  const id = await deriveId('activity-subscription', userId, idempotencyKey)
  const count = sql`(SELECT count(*) FROM ${table} WHERE ${table.userId} = ${userId})`
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${id}) AND ${count} < ${maxSubscriptions}`
  const { met, after } = await runBatch(db, {
    met: select({ count: asNumber }, sql`SELECT ${count} AS count`),
    // Before the row: afterwards it would no longer be new.
    mail: platform === null ? [] : [confirm(newId(), userId, input, platform, { now, when: isNew })],
    made: insertSelect(
      table,
      { id, userId, ...columnsFor(input), version: 1, createdAt: now, updatedAt: now },
      sql`WHERE ${isNew} ON CONFLICT DO NOTHING`,
    ),
    // Asked again with other words, what stands there stays.
    indexed: writeCells('subscription_cells', [toLocated(id, input)], sql`changes() > 0`),
    after: selectSubscriptionOf(db, userId, id),
  })
  const [row] = after.rows
  if (!row) throw judgeAddition(met.rows[0]?.count ?? 0) ?? new AppError('Conflict')
  return toSubscription(row)
}

function confirm(
  id: string,
  userId: string,
  { address, activities, radius }: SaveActivitySubscription,
  platform: PlatformId,
  telling: { now: number; when: SQL },
) {
  const data = { activitiesList: activities, city: placeName(address), radius }
  const template = { name: 'activity-subscription-confirmation' as const, data }
  return mailPerson(eq(people.id, userId), { id, platform, template, nameKey: 'firstName', name: selectFirstName(userId) }, telling)
}

/** Changes what the person saw; had it been changed meanwhile, they are told instead. */
export async function changeSubscription(
  db: Database,
  now: number,
  userId: string,
  id: string,
  { version, ...input }: ChangeActivitySubscription,
): Promise<ActivitySubscription> {
  const indexed = (await listIndexedOf(db, userId, id)).filter((row) => row.version === version)
  const isSeen = isVersion(userId, id, version)
  const { changed, after } = await runBatch(db, {
    unindexed: removeCells('subscription_cells', indexed, sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isSeen})`),
    changed: db
      .update(table)
      .set({ ...columnsFor(input), version: sql`${table.version} + 1`, updatedAt: now })
      .where(isSeen),
    indexed: writeCells('subscription_cells', [toLocated(id, input)], sql`changes() > 0`),
    after: selectSubscriptionOf(db, userId, id),
  })
  const [row] = after.rows
  if (!row) throw notFound()
  if (!changed.changes) throw new AppError('SubscriptionVersionConflict')
  return toSubscription(row)
}

const isVersion = (userId: string, id: string, version: number) =>
  and(eq(table.id, id), eq(table.userId, userId), eq(table.version, version))

export async function deleteSubscription(db: Database, userId: string, id: string): Promise<void> {
  const [indexed] = await listIndexedOf(db, userId, id)
  if (!indexed) throw notFound()
  const { deleted } = await runBatch(db, {
    deleted: db.delete(table).where(isVersion(userId, id, indexed.version)),
    unindexed: removeCells('subscription_cells', [indexed], sql`changes() > 0`),
  })
  if (!deleted.changes) throw new AppError('SubscriptionVersionConflict')
}

const notFound = () => new AppError('SubscriptionNotFound')
