import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import type { Currency } from '../../domain/money.ts'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import { type RefundWait, refundStates } from '../../domain/orders/contract.ts'
import { disputeStates, isDecided, isWithholding } from '../../domain/orders/disputes.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { notifyOf } from '../notifications/commands.ts'
import { isAccepted, keyLifetime, listRefunds, matchRefunds, stateOf, sumOf, waitOf } from '../orders/send-refunds.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, orNull, type RowOf, select } from '../platform/row-query.ts'
import { hasCode, isStripeError } from './call-stripe.ts'
import { createRefund } from './create-refund.ts'
import { syncDisputesOfPayment } from './payment-disputes.ts'
import { handIdOf, isRefused } from './refused-refunds.ts'
import { paymentDisputes } from './schema.ts'
import { type OtherKind, tellOfOtherRefund } from './waiting-refunds.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** A payment by card of which something goes back. */
type Payment = {
  id: string
  accountId: string
  paymentId: string | null
  amount: number
  currency: Currency
  ourFee: number
  platform: PlatformId
}

type RefundTable = SQLiteTable & Record<'id' | 'amount' | 'reason' | 'state' | 'stripeId' | 'waitsFor' | 'createdAt' | 'sentAt', Column>

/** 'sent': the money is on its way. 'by-hand': the person has it. 'stuck': we cannot send it now. */
export type RefundNews = 'sent' | 'by-hand' | 'stuck'

type Book = {
  /** Its rows are the refunds. The id of each is the idempotency key at Stripe. */
  table: RefundTable
  /** The column that names the payment. */
  paymentId: Column
  /** Begins each key at Stripe. */
  prefix: 'due-refund' | 'form-refund'
  of: OtherKind
  /** Tells who has paid that the money is on its way. */
  factOf: (refundId: string) => NoticeFact
  /** Other messages about it, for the same moment. */
  tellOthers?: (news: RefundNews, refundId: string, on: { now: number; platform: PlatformId }, isNew: SQL) => Statement[]
  /** What is left of a payment. */
  restOf: (paymentId: string) => SQL
  /** Adds up what was given back of a payment. */
  addUp: (paymentId: string) => Statement
}

/** Refunds of one kind of payments: sends them once, and stores what Stripe says about them, whoever made them. */
export function openRefundBook({ table, paymentId: ofPayment, prefix, of, factOf, tellOthers, restOf, addUp }: Book) {
  const selectRefunds = (id: string) =>
    select(
      { id: asText, amount: asNumber, state: asOneOf(refundStates), stripeId: orNull(asText), createdAt: asNumber },
      sql`SELECT ${table.id} AS id, ${table.amount} AS amount, ${table.state} AS state, ${table.stripeId} AS stripeId, ${table.createdAt} AS createdAt
        FROM ${table} WHERE ${ofPayment} = ${id}`,
    )
  type Refund = RowOf<ReturnType<typeof selectRefunds>>
  const selectDisputes = (id: string) =>
    select(
      { state: asOneOf(disputeStates) },
      sql`SELECT ${paymentDisputes.state} AS state FROM ${paymentDisputes} WHERE ${paymentDisputes.paymentId} = ${id}`,
    )

  /** Tells the person once. It must come before the statement that stores the refund. */
  const tell = (news: RefundNews, refundId: string, { now, platform }: { now: number; platform: PlatformId }, isNew: SQL): Statement[] => [
    notifyOf(factOf(refundId), { id: `${prefix}ed:${refundId}`, now, platform }, isNew),
    ...(tellOthers?.(news, refundId, { now, platform }, isNew) ?? []),
  ]
  const isStored = (id: string, state: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${id} AND ${table.state} ${state})`

  /** It must come before the statement that stores why the refund waits. */
  async function tellOfWait(reading: Reading, payment: Payment, refund: Pick<Refund, 'id' | 'amount'>, why: RefundWait) {
    const on = { now: reading.now, platform: payment.platform }
    const isNew = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${refund.id} AND ${table.state} = 'due' AND ${table.waitsFor} IS NOT ${why})`
    return [
      ...(await tellOfOtherRefund(reading, payment, { of, refund, why }, isNew)),
      // Money that waits goes by itself, so the person need not know.
      ...(why === 'no-access' ? (tellOthers?.('stuck', refund.id, on, isNew) ?? []) : []),
    ]
  }

  /** Stores what Stripe says about a refund of ours. `null`: all of it was given back before. */
  async function store(reading: Reading, payment: Payment, id: string, refund: Stripe.Refund | null): Promise<Statement[]> {
    const { now } = reading
    const state = refund ? stateOf(refund) : 'sent'
    const waitsFor = refund ? waitOf(refund) : null
    return [
      ...(waitsFor !== null && refund ? await tellOfWait(reading, payment, { id, amount: refund.amount }, waitsFor) : []),
      ...(state === 'sent' && refund ? tell('sent', id, { now, platform: payment.platform }, isStored(id, sql`<> 'sent'`)) : []),
      ...(state === 'failed' && refund
        ? await tellOfOtherRefund(
            reading,
            payment,
            { of, refund: { id, amount: refund.amount }, why: 'failed' },
            isStored(id, sql`<> 'failed'`),
          )
        : []),
      sql`UPDATE ${table} SET state = ${state}, ${columnNames(table.waitsFor)} = ${waitsFor}, amount = ${refund?.amount ?? 0},
        ${columnNames(table.stripeId)} = coalesce(${refund?.id ?? null}, ${table.stripeId}),
        ${columnNames(table.sentAt)} = iif(${state} = 'sent', coalesce(${table.sentAt}, ${now}), ${table.sentAt}) WHERE ${table.id} = ${id}`,
    ]
  }

  /** Stores refunds that were made at Stripe, not here. */
  const storeForeign = (now: number, payment: Payment, foreign: readonly Stripe.Refund[]): Statement[] =>
    foreign.flatMap((refund) => {
      const { id, amount } = refund
      const state = stateOf(refund)
      return [
        ...(state === 'sent' ? tell('sent', id, { now, platform: payment.platform }, sql`NOT ${isStored(id, sql`IS NOT NULL`)}`) : []),
        sql`INSERT INTO ${table} (${columnNames(table.id, ofPayment, table.amount, table.reason, table.state, table.waitsFor, table.stripeId, table.createdAt, table.sentAt)})
          VALUES (${id}, ${payment.id}, ${amount}, 'manager', ${state}, ${waitOf(refund)}, ${id}, ${now}, ${state === 'sent' ? now : null})
          ON CONFLICT (id) DO UPDATE SET state = excluded.state, ${columnNames(table.waitsFor)} = excluded.${columnNames(table.waitsFor)}`,
      ]
    })

  /** The bank has given the person the money of this refund. */
  const endByBank = (now: number, id: string): Statement =>
    sql`UPDATE ${table} SET state = 'sent', amount = 0, reason = 'bank', ${columnNames(table.sentAt)} = ${now}
      WHERE ${table.id} = ${id} AND ${table.state} = 'due'`

  type Stored = { refunds: readonly Refund[] /** How many banks have decided about the payment. */; decided: number }

  async function sendRefund(reading: Reading, payment: Payment, { refunds: stored, decided }: Stored, refund: Refund) {
    const { stripe, now } = reading
    const { paymentId } = payment
    if (paymentId === null) return []
    const send = (amount: number, idempotencyKey: string) =>
      createRefund(stripe, payment, { refundId: refund.id, paymentId, amount, idempotencyKey })
    const look = async () => {
      const all = await listRefunds(stripe, payment)
      return { accepted: all.filter(isAccepted), ...matchRefunds(payment, stored, all) }
    }
    // Stripe answers a key as it did before, so what it refused because of a dispute needs another key.
    const key = decided === 0 ? `${prefix}:${refund.id}` : `${prefix}:${refund.id}:decided:${decided}`
    if (decided > 0 || refund.stripeId !== null || now - refund.createdAt > keyLifetime) {
      const own = (await look()).known.get(refund.id)
      if (own) return store(reading, payment, refund.id, own)
      if (refund.stripeId !== null) return []
    }
    try {
      return await store(reading, payment, refund.id, await send(refund.amount, key))
    } catch (error) {
      if (!isStripeError(error) || error.statusCode !== 400) throw error
      // A bank has taken the payment back, and the event has not arrived.
      if (hasCode(error, 'charge_disputed')) return syncDisputesOfPayment(reading, payment)
      // The host has given something back at Stripe, so less is left.
      const { known, foreign, accepted } = await look()
      const own = known.get(refund.id)
      if (own) return store(reading, payment, refund.id, own)
      const rest = payment.amount - sumOf(accepted)
      if (accepted.length === 0 || rest >= refund.amount) throw error
      const last = rest > 0 ? await send(rest, `${key}:${rest}`) : null
      return [...storeForeign(now, payment, foreign), ...(await store(reading, payment, refund.id, last))]
    }
  }

  return {
    /** Sends what must go back of a payment. Running it again sends nothing twice. */
    async send(reading: Reading, payment: Payment): Promise<Statement[]> {
      const { refunds, disputes } = await runBatch(reading.db, { refunds: selectRefunds(payment.id), disputes: selectDisputes(payment.id) })
      const due = refunds.rows.filter(({ state }) => state === 'due')
      if (due.length === 0) return []
      const states = disputes.rows.map(({ state }) => state)
      if (states.includes('lost')) return [...due.map(({ id }) => endByBank(reading.now, id)), addUp(payment.id)]
      // Stripe refuses. What the bank decides puts another job in the queue.
      if (states.some(isWithholding)) return syncDisputesOfPayment(reading, payment)
      const stored = { refunds: refunds.rows, decided: states.filter(isDecided).length }
      const statements: Statement[] = []
      for (const refund of due) statements.push(...(await sendRefund(reading, payment, stored, refund)))
      return [...statements, addUp(payment.id)]
    },
    /** The host has ended our access to the account, so we cannot send what Stripe does not have yet. */
    async storeNoAccess(reading: Reading, payment: Payment): Promise<Statement[]> {
      const refunds = await readAll(reading.db, selectRefunds(payment.id))
      const unsent = refunds.filter(({ state, stripeId }) => state === 'due' && stripeId === null)
      const told = await Promise.all(unsent.map((refund) => tellOfWait(reading, payment, refund, 'no-access')))
      const isUnsent = sql`${table.state} = 'due' AND ${table.stripeId} IS NULL`
      return [
        ...told.flat(),
        sql`UPDATE ${table} SET ${columnNames(table.waitsFor)} = 'no-access' WHERE ${ofPayment} = ${payment.id} AND ${isUnsent}`,
      ]
    },
    /**
     * Whoever was paid has given back by hand what we cannot send, or what a bank did not take. The person is told, once. A second request changes
     * nothing. False if there is no such refund.
     */
    async noteGivenBack(
      { db, now }: Omit<Reading, 'stripe'>,
      payment: Pick<Payment, 'id' | 'platform'>,
      refundId: string,
      isAllowed: SQL,
    ): Promise<boolean> {
      const on = { now, platform: payment.platform }
      const handId = handIdOf(refundId)
      const isAllowedFor = (id: string) => sql`${table.id} = ${id} AND ${ofPayment} = ${payment.id} AND ${isAllowed}`
      const isThis = isAllowedFor(refundId)
      const isStuck = (id: string) =>
        sql`${isAllowedFor(id)} AND ${table.state} = 'due' AND ${table.waitsFor} = 'no-access' AND ${table.stripeId} IS NULL`
      const tellOf = (id: string) => tell('by-hand', id, on, sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isStuck(id)})`)
      const { after } = await runBatch(db, {
        // What a bank has refused stays as it is at Stripe. Another refund replaces it, which we never send.
        replaced: sql`INSERT INTO ${table} (${columnNames(table.id, ofPayment, table.amount, table.reason, table.state, table.waitsFor, table.createdAt)})
          SELECT ${handId}, ${ofPayment}, ${table.amount}, ${table.reason}, 'due', 'no-access', ${now} FROM ${table}
          WHERE ${isThis} AND ${isRefused(table, ofPayment, restOf(payment.id))} ON CONFLICT DO NOTHING`,
        told: [refundId, handId].flatMap(tellOf),
        noted: sql`UPDATE ${table} SET state = 'sent', ${columnNames(table.waitsFor)} = NULL, ${columnNames(table.sentAt)} = ${now}
          WHERE (${isStuck(refundId)}) OR (${isStuck(handId)})`,
        added: addUp(payment.id),
        after: select(
          { isNoted: asBoolean },
          sql`SELECT (${table.state} = 'sent' AND ${table.stripeId} IS NULL) OR EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${handId}) AS isNoted
            FROM ${table} WHERE ${isThis}`,
        ),
      })
      const [refund] = after.rows
      if (refund && !refund.isNoted) throw new AppError('RefundGoesByCard')
      return refund !== undefined
    },
    /** Reads all refunds of a payment at Stripe, whoever made them. */
    async sync(reading: Reading, payment: Payment): Promise<Statement[]> {
      const { db, stripe, now } = reading
      const stored = await readAll(db, selectRefunds(payment.id))
      const { known, foreign } = matchRefunds(payment, stored, await listRefunds(stripe, payment))
      const ours = await Promise.all([...known].map(([id, refund]) => store(reading, payment, id, refund)))
      return [...ours.flat(), ...storeForeign(now, payment, foreign), addUp(payment.id)]
    },
  }
}
