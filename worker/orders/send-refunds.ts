import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { RefundState, RefundWait } from '../../domain/orders/contract.ts'
import { isDecided, isWithholding } from '../../domain/orders/disputes.ts'
import { refundFailedWords, refundWaitWords } from '../../domain/orders/refund-waits.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { hour } from '../../domain/time/spans.ts'
import { games } from '../events/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { callStripe, hasCode, isStripeError } from '../payments/call-stripe.ts'
import { createRefund } from '../payments/create-refund.ts'
import { readAll, readFirst, runBatch, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { closeForGood } from './end-hold.ts'
import { findOrder, type Order } from './queries.ts'
import { disputes, orders, orderRefunds as refunds } from './schema.ts'
import { syncDisputesOf } from './sync-dispute.ts'
import { tellMoneyManagers } from './tell-money-managers.ts'

type Reading = { db: Database; stripe: Stripe; now: number }
type Refund = typeof refunds.$inferSelect

/** Stripe forgets idempotency keys after a day. From then on we look for the refund before we send it again. */
export const keyLifetime = 23 * hour

/** Does at Stripe what an order needs whose seats were lost, or of which a host gives something back. */
export async function settleOrder(reading: Reading, orderId: string): Promise<Statement[]> {
  const order = await findOrder(reading.db, orderId)
  if (order?.method !== 'card') return []
  if (order.state === 'open') return (await closeForGood(reading, order)).statements
  if (order.state !== 'paid') return []
  try {
    return await sendRefunds(reading, order)
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
    return storeNoAccess(reading, order)
  }
}

/** The host has ended our access to the account, so we cannot send what Stripe does not have yet. */
async function storeNoAccess({ db, now }: Reading, order: Order): Promise<Statement[]> {
  const isUnsent = and(eq(refunds.orderId, order.id), eq(refunds.state, 'due'), isNull(refunds.stripeId))
  const unsent = await readAll(db, db.select({ id: refunds.id, amount: refunds.amount }).from(refunds).where(isUnsent))
  const told = await Promise.all(unsent.map((refund) => tellOfWait(db, now, order, refund, 'no-access')))
  return [...told.flat(), db.update(refunds).set({ waitsFor: 'no-access' }).where(isUnsent)]
}

async function sendRefunds(reading: Reading, order: Order): Promise<Statement[]> {
  const { db, now } = reading
  const { stored, dispute, decided } = await readRefunds(db, order)
  const due = stored.filter(({ state }) => state === 'due')
  // Stripe refuses. What the bank decides puts another job in the queue.
  if (due.length > 0 && dispute === 'open') return syncDisputesOf(reading, order)
  if (dispute === 'lost') return due.map(({ id }) => endByBank(db, now, id))
  const statements: Statement[] = []
  for (const refund of due) statements.push(...(await sendRefund(reading, order, { stored, decided }, refund)))
  return due.length === 0 ? [] : [...statements, addUp(db, order.id)]
}

/** The refunds of an order, and whether a bank has its money. */
async function readRefunds(
  db: Database,
  { id }: Order,
): Promise<{ stored: Refund[]; dispute: 'open' | 'lost' | null /** How many banks have decided. */; decided: number }> {
  const { stored, disputed } = await runBatch(db, {
    stored: db.select().from(refunds).where(eq(refunds.orderId, id)),
    disputed: db.select({ state: disputes.state }).from(disputes).where(eq(disputes.orderId, id)),
  })
  const isLost = disputed.rows.some(({ state }) => state === 'lost')
  return {
    stored: stored.rows,
    dispute: isLost ? 'lost' : disputed.rows.some(({ state }) => isWithholding(state)) ? 'open' : null,
    decided: disputed.rows.filter(({ state }) => isDecided(state)).length,
  }
}

/** The bank of the player has given them the money of this refund. */
const endByBank = (db: Database, now: number, id: string): Statement =>
  db
    .update(refunds)
    .set({ state: 'sent', amount: 0, reason: 'bank', sentAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'due')))

async function sendRefund(
  reading: Reading,
  order: Order,
  { stored, decided }: { stored: readonly Refund[]; decided: number },
  refund: Refund,
): Promise<Statement[]> {
  const { db, stripe, now } = reading
  const { paymentId } = order
  if (paymentId === null) return []
  const send = (amount: number, idempotencyKey: string) =>
    createRefund(stripe, order, { refundId: refund.id, paymentId, amount, idempotencyKey })
  const look = async () => {
    const all = await listRefunds(stripe, order)
    return { accepted: all.filter(isAccepted), ...matchRefunds(order, stored, all) }
  }
  // Stripe answers a key as it did before, so what it refused because of a dispute needs another key.
  const key = decided === 0 ? `refund:${refund.id}` : `refund:${refund.id}:decided:${decided}`
  if (decided > 0 || refund.stripeId !== null || now - refund.createdAt > keyLifetime) {
    const own = (await look()).known.get(refund.id)
    if (own) return storeRefund(db, now, order, refund.id, own)
    if (refund.stripeId !== null) return []
  }
  try {
    return storeRefund(db, now, order, refund.id, await send(refund.amount, key))
  } catch (error) {
    if (!isStripeError(error) || error.statusCode !== 400) throw error
    // A bank has taken the payment back, and the event has not arrived.
    if (hasCode(error, 'charge_disputed')) return syncDisputesOf(reading, order)
    // The host has given something back at Stripe, so less is left.
    const { known, foreign, accepted } = await look()
    const own = known.get(refund.id)
    if (own) return storeRefund(db, now, order, refund.id, own)
    const rest = order.amount - sumOf(accepted)
    if (accepted.length === 0 || rest >= refund.amount) throw error
    const last = rest > 0 ? await send(rest, `${key}:${rest}`) : null
    return [...storeRefundsAtStripe(db, now, order, foreign), ...(await storeRefund(db, now, order, refund.id, last))]
  }
}

export async function listRefunds(
  stripe: Stripe,
  { accountId, paymentId }: Pick<Order, 'accountId' | 'paymentId'>,
): Promise<Stripe.Refund[]> {
  if (paymentId === null) return []
  return (await callStripe(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }, { stripeAccount: accountId }))).data
}

/** Stripe has it in hand, and no bank has refused it. */
export const isAccepted = (refund: Stripe.Refund): boolean => stateOf(refund) !== 'failed'
export const sumOf = (all: readonly Stripe.Refund[]): number => all.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Finds the refunds at Stripe that we know, by the ids of ours. One that we have not stored yet has our id in its metadata. A host can
 * write that on a refund of their own, so we believe it only if the amount is ours too, or if all of the payment is given back.
 */
export function matchRefunds(
  order: Pick<Order, 'amount'>,
  stored: readonly Pick<Refund, 'id' | 'state' | 'stripeId' | 'amount'>[],
  all: readonly Stripe.Refund[],
) {
  const known = new Map<string, Stripe.Refund>()
  const isAllBack = sumOf(all.filter(isAccepted)) >= order.amount
  for (const row of stored) {
    const found =
      row.stripeId === null
        ? row.state === 'due' &&
          all.find((refund) => refund.metadata?.refundId === row.id && isAccepted(refund) && (refund.amount === row.amount || isAllBack))
        : all.find(({ id }) => id === row.stripeId)
    if (found) known.set(row.id, found)
  }
  const found = new Set([...known.values()].map(({ id }) => id))
  return { known, foreign: all.filter(({ id }) => !found.has(id)) }
}

/** Stripe holds a refund back while the account has too little money. Refunds that are pending for other reasons are on their way. */
export const waitOf = ({ status, pending_reason: reason }: Stripe.Refund): RefundWait | null =>
  status === 'pending' && reason === 'insufficient_funds' ? 'no-money' : null

export function stateOf(refund: Stripe.Refund): RefundState {
  if (refund.status === 'failed' || refund.status === 'canceled') return 'failed'
  return waitOf(refund) === null ? 'sent' : 'due'
}

/** Tells the player that money is on its way. */
export const tellOfRefund = (refundId: string, now: number, platform: PlatformId | SQL, when: SQL): Statement =>
  notifyOf({ kind: 'order-refunded', refundId }, { id: `order-refunded:${refundId}`, now, platform }, when)

/**
 * Stores what Stripe says about a refund of ours, and tells the player once that the money is on its way, or the host once that the
 * bank did not take it, or that it waits. `null`: all of it was given back before.
 */
async function storeRefund(db: Database, now: number, order: Order, id: string, refund: Stripe.Refund | null): Promise<Statement[]> {
  const state = refund ? stateOf(refund) : 'sent'
  const waitsFor = refund ? waitOf(refund) : null
  return [
    ...(waitsFor !== null && refund ? await tellOfWait(db, now, order, { id, amount: refund.amount }, waitsFor) : []),
    ...(state === 'sent' && refund
      ? [
          tellOfRefund(
            id,
            now,
            order.platform,
            sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id} AND ${refunds.orderId} = ${order.id} AND ${refunds.state} <> 'sent')`,
          ),
        ]
      : []),
    ...(state === 'failed' && refund ? await tellOfFailure(db, now, order, { id, amount: refund.amount }) : []),
    db
      .update(refunds)
      .set({
        state,
        waitsFor,
        amount: refund?.amount ?? 0,
        ...(refund && { stripeId: refund.id }),
        ...(state === 'sent' && { sentAt: sql`coalesce(${refunds.sentAt}, ${now})` }),
      })
      .where(and(eq(refunds.id, id), eq(refunds.orderId, order.id))),
  ]
}

const titleOf = async (db: Database, { eventId }: Order): Promise<string> =>
  (await readFirst(db, db.select({ title: games.title }).from(games).where(eq(games.id, eventId))))?.title ?? ''

type Amount = { id: string; amount: number }

/** It must come before the statement that stores why the refund waits. */
async function tellOfWait(db: Database, now: number, order: Order, { id, amount }: Amount, why: RefundWait): Promise<Statement[]> {
  const words = refundWaitWords(why, { title: await titleOf(db, order), amount, currency: order.currency })
  return tellMoneyManagers(
    { orderId: order.id, id: `refund-${why}:${id}`, fact: { kind: 'refund-waits', of: 'game', refundId: id, why }, words },
    now,
    sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id} AND ${refunds.orderId} = ${order.id} AND ${refunds.state} = 'due'
      AND ${refunds.waitsFor} IS NOT ${why})`,
  )
}

async function tellOfFailure(db: Database, now: number, order: Order, { id, amount }: Amount): Promise<Statement[]> {
  const words = refundFailedWords('game', { title: await titleOf(db, order), amount, currency: order.currency })
  return tellMoneyManagers(
    { orderId: order.id, id: `refund-failed:${id}`, fact: { kind: 'refund-failed', of: 'game', refundId: id }, words },
    now,
    sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id} AND ${refunds.orderId} = ${order.id} AND ${refunds.state} <> 'failed')`,
  )
}

/** Stores refunds that were made at Stripe, not here. */
function storeRefundsAtStripe(db: Database, now: number, order: Order, foreign: readonly Stripe.Refund[]): Statement[] {
  return foreign.flatMap((refund) => {
    const row = { id: refund.id, orderId: order.id, amount: refund.amount, reason: 'host' as const, stripeId: refund.id, createdAt: now }
    const state = stateOf(refund)
    const waitsFor = waitOf(refund)
    return [
      ...(state === 'sent'
        ? [tellOfRefund(refund.id, now, order.platform, sql`NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${refund.id})`)]
        : []),
      db
        .insert(refunds)
        .values({ ...row, state, waitsFor, ...(state === 'sent' && { sentAt: now }) })
        .onConflictDoUpdate({ target: refunds.id, set: { state, waitsFor } }),
    ]
  })
}

/** Stripe has told us that money went back, or could not. Reads all refunds of the payment, whoever made them. */
export async function syncRefunds({ db, stripe, now }: Reading, accountId: string, paymentId: string): Promise<Statement[]> {
  const isPaidBy = and(eq(orders.paymentId, paymentId), eq(orders.accountId, accountId))
  const { found, stored } = await runBatch(db, {
    found: db.select().from(orders).where(isPaidBy),
    stored: db.select().from(refunds).where(sql`${refunds.orderId} = (SELECT ${orders.id} FROM ${orders} WHERE ${isPaidBy})`),
  })
  const [order] = found.rows
  if (!order) return []
  const { known, foreign } = matchRefunds(order, stored.rows, await listRefunds(stripe, order))
  const ours = (await Promise.all([...known].map(([id, refund]) => storeRefund(db, now, order, id, refund)))).flat()
  return [...ours, ...storeRefundsAtStripe(db, now, order, foreign), addUp(db, order.id)]
}

/** How much was given back in all. */
export const addUp = (db: Database, id: string): Statement =>
  db
    .update(orders)
    .set({
      refunded: sql`(SELECT coalesce(sum(${refunds.amount}), 0) FROM ${refunds} WHERE ${refunds.orderId} = ${id} AND ${refunds.state} = 'sent')`,
    })
    .where(eq(orders.id, id))
