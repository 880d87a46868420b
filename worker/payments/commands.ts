import { lt, sql } from 'drizzle-orm'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { type Endpoint, eventLifetimeDays, type ReceivedEvent } from '../../domain/payments/webhooks.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { isJobKnown } from '../jobs/queries.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Settings } from '../platform/settings.ts'
import { stripeEvents as events } from './schema.ts'

/** Stores events that have not arrived before, and puts their work in the queue. */
export async function storeEvents(db: Database, endpoint: Endpoint, received: readonly ReceivedEvent[], now: number): Promise<void> {
  const rows = received.map(({ id, type, account = null, created, data }) => ({
    id,
    type,
    account,
    createdAt: created * 1000,
    objectId: data.object.id,
  }))
  const incoming = sql`json_each(${JSON.stringify(rows)}) incoming`
  await runBatch(db, {
    // The message comes first, because it is for events that are not stored yet.
    work: putRowsInOutbox(
      'money',
      sql`SELECT 'stripe-event:' || (incoming.value->>'id') AS id, json_object('kind', 'event', 'eventId', incoming.value->>'id') AS body
        FROM ${incoming} WHERE NOT EXISTS (SELECT 1 FROM ${events} WHERE ${events.id} = incoming.value->>'id')`,
      { now },
    ),
    stored: insertSelect(
      events,
      {
        id: sql`incoming.value->>'id'`,
        endpoint,
        account: sql`incoming.value->>'account'`,
        type: sql`incoming.value->>'type'`,
        objectId: sql`incoming.value->>'objectId'`,
        createdAt: sql`incoming.value->>'createdAt'`,
        receivedAt: now,
      },
      sql`FROM ${incoming} WHERE true ON CONFLICT DO NOTHING`,
    ),
  })
}

/** Puts the sweep of this hour in the queue, unless it has run. Without Stripe there is nothing to find. */
export async function queueSweep(db: Database, { stripe }: Pick<Settings, 'stripe'>, now: number): Promise<void> {
  if (stripe === null) return
  const id = `money-sweep:${Math.floor(now / hour)}`
  await write(db, putInOutbox('money', [{ id, body: { kind: 'sweep' } satisfies MoneyWork }], { now, when: sql`NOT ${isJobKnown(id)}` }))
}

export async function deleteOldEvents(db: Database, now: number): Promise<void> {
  await write(db, db.delete(events).where(lt(events.receivedAt, now - eventLifetimeDays * day)))
}
