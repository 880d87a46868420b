import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { checkoutDuration, checkoutMargin, pendingPaymentWait } from '../../domain/orders/holds.ts'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { inSeatBatch } from '../events/seats.ts'
import { freeUnpaidSeat, giveMoreTime, holdLonger } from '../events/settle-paying.ts'
import { entries } from '../events/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { isJobKnown } from '../jobs/queries.ts'
import type { ReadPage } from '../payments/checkout-pages.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { JobError } from '../platform/job-error.ts'
import { waitsForHost } from './balance-left.ts'
import { keepSharedSeats } from './balances.ts'
import { closeOrder } from './close-order.ts'
import type { Order } from './queries.ts'
import { orders } from './schema.ts'
import { o, queueOrders } from './settle-orders.ts'
import { flatten } from './take-payment.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

const entry = alias(entries, 'entry')
const started = alias(orders, 'started')

const maxEndedAtOnce = 100

/** As many as a party can have. */
const maxPagesOfParty = 20

/** Each seat gets another job after so long, if one has failed. */
const retryEvery = 10 * minute

/** Runs every minute: lets the queue end the holds of people who have not paid in time. A page that was opened in time keeps the seats. */
export async function endUnpaidHolds(db: Database, now: number): Promise<void> {
  const isBeingPaid: SQL = sql`EXISTS (SELECT 1 FROM ${orders} ${started} WHERE ${started.joinerId} = ${entry.id} AND ${started.state} = 'open'
    AND ${started.createdAt} > ${now - checkoutDuration - checkoutMargin})`
  const kind: MoneyWork['kind'] = 'end-hold'
  const round = Math.floor(now / retryEvery)
  const jobId = sql`${kind} || ':' || ${entry.id} || ':' || ${round}`
  await runBatch(db, {
    holds: putRowsInOutbox(
      'money',
      sql`SELECT ${jobId} AS id,
          json_object('kind', ${kind}, 'joinerId', ${entry.id}, 'eventId', ${entry.eventId}) AS body
        FROM ${entries} ${entry} WHERE ${entry.state} = 'paying' AND ${entry.payUntil} <= ${now} AND NOT ${isBeingPaid} AND NOT ${isJobKnown(jobId)}
        ORDER BY ${entry.payUntil} LIMIT ${maxEndedAtOnce}`,
      { now },
    ),
    // A share that somebody did not pay holds no seat, so no hold ends with its page. Stripe's event about it may be lost.
    pages: queueOrders(
      sql`${o.state} = 'open' AND ${o.balanceOf} IS NOT NULL AND ${o.createdAt} <= ${now - checkoutDuration - checkoutMargin}
        AND EXISTS (SELECT 1 FROM ${entries} ${entry} WHERE ${entry.id} = ${o.joinerId} AND ${entry.state} = 'going')
        AND NOT ${isJobKnown(sql`'settle-order:' || ${o.id} || ':page:' || ${round}`)}`,
      `page:${round}`,
      now,
    ),
  })
}

/** Ends the page of an order. It fails while somebody is paying there, and is tried again. */
export async function closeForGood(reading: Reading, order: Order): Promise<ReadPage> {
  const closed = await closeOrder(reading, order)
  if (closed.outcome === 'open') throw new JobError('the page is still open', { permanent: false })
  return closed
}

/**
 * First nobody can pay for the seats any more, by Stripe's word. Only then are they free. Whoever has paid a part and cannot pay the rest,
 * because the host cannot be paid, keeps the seats longer.
 */
export async function endHold(
  { db, stripe, now }: Reading,
  { joinerId, eventId }: { joinerId: string; eventId: string },
): Promise<Statement[]> {
  // Each friend who pays a share has a page.
  const open = await readAll(
    db,
    db
      .select()
      .from(orders)
      .where(sql`${eq(orders.joinerId, joinerId)} AND ${orders.state} = 'open'`)
      .limit(maxPagesOfParty),
  )
  // Another page may have been opened meanwhile.
  const isUnpaid = sql`NOT EXISTS (SELECT 1 FROM ${orders} ${started} WHERE ${started.joinerId} = ${joinerId} AND ${started.state} = 'open')`
  const ended: Statement[] = []
  for (const order of open) {
    const { outcome, statements } = await closeForGood({ db, stripe, now }, order)
    if (outcome === 'pending') return [...ended, holdLonger(db, joinerId, now + pendingPaymentWait)]
    ended.push(...statements)
  }
  const waits = waitsForHost(joinerId, now)
  const isOver = sql`${isUnpaid} AND NOT ${waits}`
  // Whoever has just paid has their seats, so these statements do not find them.
  return [
    ...ended,
    giveMoreTime(now, sql`${entries.id} = ${joinerId} AND ${waits}`),
    ...flatten(inSeatBatch(eventId, now, { kept: keepSharedSeats(now, joinerId, isOver), ...freeUnpaidSeat(db, now, joinerId, isOver) })),
  ]
}
