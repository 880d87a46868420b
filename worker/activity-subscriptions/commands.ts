import { and, eq, type SQL, sql } from 'drizzle-orm'
import type {
  ActivitySubscription,
  ChangeActivitySubscription,
  CreateActivitySubscription,
  SaveActivitySubscription,
} from '../../domain/activity-subscriptions/contract.ts'
import { findActivityIds, formatPlaceName, judgeAddition } from '../../domain/activity-subscriptions/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { LocatedSubscription } from '../../domain/geo/contract.ts'
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
import { alertLimit, listIndexedSubscriptions, selectSubscription, toSubscription } from './queries.ts'
import { activitySubscriptions as table } from './schema.ts'

const toLocatedSubscription = (
  id: string,
  { address, radius, activities, startDate, endDate }: SaveActivitySubscription,
): LocatedSubscription => ({
  id,
  lat: address.lat,
  lng: address.lng,
  radius,
  startDate,
  endDate,
  activities: findActivityIds(activities),
})

const toColumns = ({ address, radius, activities, startDate, endDate, isTemporary }: SaveActivitySubscription) => ({
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
 * Creates a subscription and queues the confirmation email, in one batch. Without a platform, no email is sent. A repeated
 * request with the same key returns the stored subscription and sends no second email.
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
  const limit = alertLimit(userId, now)
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${id}) AND ${count} < ${limit}`
  const { before, stored } = await runBatch(db, {
    before: select({ count: asNumber, max: asNumber }, sql`SELECT ${count} AS count, ${limit} AS max`),
    // Must run before the row is inserted, because `isNew` is false afterwards.
    mail: platform === null ? [] : [queueConfirmationMail(newId(), userId, input, platform, { now, when: isNew })],
    inserted: insertSelect(
      table,
      { id, userId, ...toColumns(input), version: 1, createdAt: now, updatedAt: now },
      sql`WHERE ${isNew} ON CONFLICT DO NOTHING`,
    ),
    // A repeated request with other values inserted no row, so the index must not change.
    indexed: writeCells('subscription_cells', [toLocatedSubscription(id, input)], sql`changes() > 0`),
    stored: selectSubscription(db, userId, id),
  })
  const [row] = stored.rows
  const [{ count: countBefore, max } = { count: 0, max: 0 }] = before.rows
  if (!row) throw judgeAddition(countBefore, max) ?? new AppError('Conflict')
  return toSubscription(row)
}

function queueConfirmationMail(
  id: string,
  userId: string,
  { address, activities, radius }: SaveActivitySubscription,
  platform: PlatformId,
  sending: { now: number; when: SQL },
) {
  const data = { activitiesList: activities, city: formatPlaceName(address), radius }
  const template = { name: 'activity-subscription-confirmation' as const, data }
  return mailPerson(eq(people.id, userId), { id, platform, template, nameKey: 'firstName', name: selectFirstName(userId) }, sending)
}

/** Changes the version that the user edited. Throws an error if it has changed since. */
export async function changeSubscription(
  db: Database,
  now: number,
  userId: string,
  id: string,
  { version, ...input }: ChangeActivitySubscription,
): Promise<ActivitySubscription> {
  const indexed = (await listIndexedSubscriptions(db, userId, id)).filter((row) => row.version === version)
  const isEditedVersion = isVersion(userId, id, version)
  const { changed, stored } = await runBatch(db, {
    unindexed: removeCells('subscription_cells', indexed, sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isEditedVersion})`),
    changed: db
      .update(table)
      .set({ ...toColumns(input), version: sql`${table.version} + 1`, updatedAt: now })
      .where(isEditedVersion),
    indexed: writeCells('subscription_cells', [toLocatedSubscription(id, input)], sql`changes() > 0`),
    stored: selectSubscription(db, userId, id),
  })
  const [row] = stored.rows
  if (!row) throw notFound()
  if (!changed.changes) throw new AppError('SubscriptionVersionConflict')
  return toSubscription(row)
}

const isVersion = (userId: string, id: string, version: number) =>
  and(eq(table.id, id), eq(table.userId, userId), eq(table.version, version))

export async function deleteSubscription(db: Database, userId: string, id: string): Promise<void> {
  const [indexed] = await listIndexedSubscriptions(db, userId, id)
  if (!indexed) throw notFound()
  const { deleted } = await runBatch(db, {
    deleted: db.delete(table).where(isVersion(userId, id, indexed.version)),
    unindexed: removeCells('subscription_cells', [indexed], sql`changes() > 0`),
  })
  if (!deleted.changes) throw new AppError('SubscriptionVersionConflict')
}

const notFound = () => new AppError('SubscriptionNotFound')
