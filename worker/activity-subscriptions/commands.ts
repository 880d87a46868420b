import { type SQL, sql } from 'drizzle-orm'
import {
  type ActivitySubscription,
  type ChangeActivitySubscription,
  type CreateActivitySubscription,
  type SaveActivitySubscription,
  subscriptionsMost,
} from '../../domain/activity-subscriptions/contract.ts'
import { idsOfLabels, judgeAddition, nameActivities, placeName } from '../../domain/activity-subscriptions/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { LocatedSearch } from '../../domain/geo/contract.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { selectFirstName } from '../profiles/first-name.ts'
import { findSubscriptionOf, listIndexedOf } from './queries.ts'

const toLocated = (id: string, { address, radius, activities, startDate, endDate }: SaveActivitySubscription): LocatedSearch => ({
  id,
  lat: address.lat,
  lng: address.lng,
  radius,
  startDate,
  endDate,
  activities: idsOfLabels(activities),
})

const countOf = (userId: string) => sql`SELECT count(*) FROM activity_subscriptions WHERE user_id = ${userId}`

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
  const isNew = sql`NOT EXISTS (SELECT 1 FROM activity_subscriptions WHERE id = ${id}) AND (${countOf(userId)}) < ${subscriptionsMost}`
  const { address, radius, startDate, endDate } = input
  const [known] = await runBatch(db, [
    sql`SELECT (${countOf(userId)}) AS has`,
    // Before the row: afterwards it would no longer be new.
    putRowsInOutbox('mail', confirmation(newId(), userId, input, platform, isNew), { now }),
    sql`INSERT INTO activity_subscriptions (id, user_id, address_name, address_description, lat, lng, radius, activities,
        start_date, end_date, is_temporary, version, created_at, updated_at)
      SELECT ${id}, ${userId}, ${address.name}, ${address.description}, ${address.lat}, ${address.lng}, ${radius},
        ${JSON.stringify(input.activities)}, ${startDate}, ${endDate}, ${input.isTemporary ? 1 : 0}, 1, ${now}, ${now}
      WHERE ${isNew} ON CONFLICT (id) DO NOTHING`,
    // Asked again with other words, what stands there stays.
    writeCells('subscription_cells', [toLocated(id, input)], sql`changes() > 0`),
  ])
  const subscription = await findSubscriptionOf(db, userId, id)
  const [facts] = (known?.results ?? []) as { has: number }[]
  if (!subscription) throw judgeAddition(facts?.has ?? 0) ?? new AppError('Conflict')
  return subscription
}

/** The mail as the database writes it: the address and the name are read in the batch that makes the subscription. */
function confirmation(id: string, userId: string, input: SaveActivitySubscription, platform: PlatformId | null, isNew: SQL): SQL {
  const { activities, radius } = input
  const city = placeName(input.address)
  const request = {
    platform: platform ?? undefined,
    message: { subject: `Your alert for ${nameActivities(activities)} near ${city}` },
    template: { name: 'activity-subscription-confirmation', data: { firstName: '', activitiesList: activities, city, radius } },
  } satisfies Omit<MailRequest, 'to'>
  return sql`SELECT ${id} AS id, json_set(${JSON.stringify(request)}, '$.to', email, '$.template.data.firstName', ${selectFirstName(userId)}) AS body
    FROM users WHERE id = ${userId} AND ${platform !== null ? 1 : 0} AND ${isNew}`
}

/** Changes what the person saw; had it been changed meanwhile, they are told instead. */
export async function changeSubscription(
  db: Database,
  now: number,
  userId: string,
  id: string,
  { version, ...input }: ChangeActivitySubscription,
): Promise<ActivitySubscription> {
  const { address } = input
  const indexed = (await listIndexedOf(db, userId, id)).filter((row) => row.version === version)
  const isSeen = sql`EXISTS (SELECT 1 FROM activity_subscriptions WHERE id = ${id} AND user_id = ${userId} AND version = ${version})`
  const [, changed] = await runBatch(db, [
    removeCells('subscription_cells', indexed, isSeen),
    sql`UPDATE activity_subscriptions SET address_name = ${address.name}, address_description = ${address.description},
        lat = ${address.lat}, lng = ${address.lng}, radius = ${input.radius}, activities = ${JSON.stringify(input.activities)},
        start_date = ${input.startDate}, end_date = ${input.endDate}, is_temporary = ${input.isTemporary ? 1 : 0},
        version = version + 1, updated_at = ${now}
      WHERE id = ${id} AND user_id = ${userId} AND version = ${version}`,
    writeCells('subscription_cells', [toLocated(id, input)], sql`changes() > 0`),
  ])
  const subscription = await findSubscriptionOf(db, userId, id)
  if (!subscription) throw notFound()
  if (!changed?.meta.changes) throw new AppError('SubscriptionVersionConflict')
  return subscription
}

export async function deleteSubscription(db: Database, userId: string, id: string): Promise<void> {
  const [indexed] = await listIndexedOf(db, userId, id)
  if (!indexed) throw notFound()
  const [deleted] = await runBatch(db, [
    sql`DELETE FROM activity_subscriptions WHERE id = ${id} AND user_id = ${userId} AND version = ${indexed.version}`,
    removeCells('subscription_cells', [indexed], sql`changes() > 0`),
  ])
  if (!deleted?.meta.changes) throw new AppError('SubscriptionVersionConflict')
}

const notFound = () => new AppError('SubscriptionNotFound')
