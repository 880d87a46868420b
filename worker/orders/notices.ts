import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { withFee } from '../../domain/events/seat-price.ts'
import { eventLedgerPath } from '../../domain/ledger/paths.ts'
import type { NoticeContent } from '../../domain/notifications/contract.ts'
import { keepFee } from '../../domain/orders/balance.ts'
import { balanceNotice } from '../../domain/orders/balance-news.ts'
import { isByHand } from '../../domain/orders/contract.ts'
import { type CreditNews, creditDisputeNotice, creditNotice } from '../../domain/orders/credit-notice.ts'
import { type DisputeState, isDecided, isWithholding, needsAnswer } from '../../domain/orders/disputes.ts'
import { type DisputeNews, disputeNotice } from '../../domain/orders/money-news.ts'
import { gamePaymentsPath } from '../../domain/orders/paths.ts'
import { refundNotice } from '../../domain/orders/refund-notice.ts'
import { moneyStuckNotice, type RefundedKind, refundFailedNotice, refundWaitNotice } from '../../domain/orders/refund-waits.ts'
import { people } from '../accounts/shared.ts'
import { isHostOf } from '../events/acting.ts'
import { priceFields, toPrice } from '../events/event-price.ts'
import { entries, game, games } from '../events/shared.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { findPaymentDispute } from '../payments/payment-disputes.ts'
import { findOtherRefund } from '../payments/waiting-refunds.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asText, computed, orNull, select, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from '../privacy/reach.ts'
import { balanceLeft, first, firstFields, isBlocked, isOwed } from './balance-left.ts'
import { selectManagersOf } from './manages-money.ts'
import { credits, disputes, orders, orderRefunds as refunds } from './schema.ts'
import { selectOrderDisputes } from './sync-dispute.ts'

const entry = alias(entries, 'entry')

/** A refund with its order and game. */
const findRefund = (db: Database, refundId: string) =>
  readFirst(
    db,
    db
      .select({
        amount: refunds.amount,
        reason: refunds.reason,
        state: refunds.state,
        stripeId: refunds.stripeId,
        waitsFor: refunds.waitsFor,
        orderId: refunds.orderId,
        currency: orders.currency,
        method: orders.method,
        payerId: orders.payerId,
        eventId: orders.eventId,
        title: games.title,
        deletedAt: people.deletedAt,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .innerJoin(games, eq(games.id, orders.eventId))
      .innerJoin(people, eq(people.id, orders.payerId))
      .where(eq(refunds.id, refundId)),
  )

/** A refund that may wait, with who manages its money, as rows of `userId`. Nobody is told who has deleted their account. */
async function findWaiting(db: Database, of: RefundedKind, refundId: string) {
  if (of !== 'game') return findOtherRefund(db, of, refundId)
  const found = await findRefund(db, refundId)
  if (!found) return undefined
  const { orderId, eventId, payerId, deletedAt } = found
  const paths = { path: gamePaymentsPath(eventId), payerPath: `/evt/${eventId}` }
  return { ...found, ...paths, payerId: deletedAt === null ? payerId : null, managers: selectManagersOf(orderId) }
}

const owner = alias(people, 'owner')
const payee = alias(people, 'payee')

/** Credit of somebody who is still there, with its game. Hosts who are gone, or have blocked this person, have no name. */
const findCredit = (db: Database, creditId: string) =>
  readFirst(
    db,
    selectFields(
      {
        ...{ userId: credits.userId, amount: credits.amount, currency: credits.currency, reason: credits.reason },
        ...{ eventId: orders.eventId, title: games.title, payee: computed(sql`coalesce(${payee.displayName}, 'The host')`, asText) },
      },
      sql`FROM ${credits} JOIN ${orders} ON ${orders.id} = ${credits.orderId} JOIN ${games} ON ${games.id} = ${orders.eventId}
        JOIN ${people} ${owner} ON ${owner.id} = ${credits.userId} AND ${owner.deletedAt} IS NULL
        LEFT JOIN ${people} ${payee} ON ${payee.id} = ${credits.payeeId} AND ${isVisibleTo(credits.userId, payee)}
        WHERE ${credits.id} = ${creditId}`,
    ),
  )

/** What a player was given as credit for a disputed payment. */
const findDisputedCredit = (db: Database, disputeId: string) =>
  readFirst(
    db,
    selectFields(
      {
        ...{ userId: orders.payerId, currency: orders.currency, eventId: orders.eventId, title: games.title, state: disputes.state },
        amount: computed(sql`sum(${credits.amount})`, asNumber),
        payee: computed(sql`coalesce(${payee.displayName}, 'the host')`, asText),
      },
      sql`FROM ${disputes} JOIN ${orders} ON ${orders.id} = ${disputes.orderId} JOIN ${games} ON ${games.id} = ${orders.eventId}
        JOIN ${people} ${owner} ON ${owner.id} = ${orders.payerId} AND ${owner.deletedAt} IS NULL
        JOIN ${credits} ON ${credits.orderId} = ${orders.id} AND ${credits.reason} = 'host'
        LEFT JOIN ${people} ${payee} ON ${payee.id} = ${orders.payeeId} AND ${isVisibleTo(orders.payerId, payee)}
        WHERE ${disputes.id} = ${disputeId} GROUP BY ${disputes.id}`,
    ),
  )

/** What must still hold of the dispute. */
const isCreditNewsTrue: Record<CreditNews, (state: DisputeState) => boolean> = {
  held: isWithholding,
  ended: (state) => state === 'lost',
  back: (state) => state === 'won',
}

/** What must still hold of a dispute. */
const isStillTrue: Record<DisputeNews, (state: DisputeState) => boolean> = {
  opened: (state) => !isDecided(state),
  taken: isWithholding,
  due: needsAnswer,
  won: (state) => state === 'won',
  lost: (state) => state === 'lost',
}

async function findOrderDispute(db: Database, disputeId: string) {
  const found = await readFirst(db, selectOrderDisputes(eq(disputes.id, disputeId)))
  return found && { ...found, kind: 'game' as const, managers: selectManagersOf(found.orderId) }
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

/** Whoever manages the money of a game, but does not host it, finds it in the books, because the page to manage it is for its hosts. */
async function tellManagers(db: Database, { managers, path, ...waiting }: Waiting, write: (path: string) => NoticeContent) {
  if (!('eventId' in waiting)) return [{ ...write(path), to: await listUsers(db, managers) }]
  const { eventId } = waiting
  const isHost = sql`EXISTS (SELECT 1 FROM ${games} ${game} WHERE ${game.id} = ${eventId} AND ${isHostOf(sql`manager.userId`)})`
  const list = (which: SQL) => listUsers(db, sql`SELECT manager.userId AS userId FROM (${managers}) manager WHERE ${which}`)
  return [
    { ...write(path), to: await list(isHost) },
    { ...write(eventLedgerPath(eventId)), to: await list(sql`NOT ${isHost}`) },
  ]
}

const listUsers = async (db: Database, users: SQL): Promise<string[]> =>
  (await readAll(db, select({ userId: asText }, users))).map(({ userId }) => userId)

export const orderNotices: Renderers<
  'balance-unpaid' | 'order-refunded' | 'refund-failed' | 'refund-waits' | 'credit-given' | 'credit-disputed' | 'payment-disputed'
> = {
  'balance-unpaid': async ({ orderId, news }, { db, now }) => {
    const found = await readFirst(
      db,
      selectFields(
        {
          ...{ payerId: first.payerId, currency: first.currency, shares: first.shares, eventId: first.eventId },
          ...firstFields,
          ...{
            left: computed(balanceLeft(first), asNumber),
            isOwed: computed(isOwed(first), asBoolean),
            isBlocked: computed(isBlocked(first), asBoolean),
          },
          ...{ title: game.title, timeZone: game.timeZone, startsAt: game.startsAt, state: game.state },
          payUntil: computed(sql`coalesce(${first.balanceDueAt}, ${entry.payUntil})`, orNull(asNumber)),
          holderId: computed(sql`${entry.userId}`, orNull(asText)),
        },
        sql`FROM ${orders} ${first} JOIN ${games} ${game} ON ${game.id} = ${first.eventId} JOIN ${entries} ${entry} ON ${entry.id} = ${first.joinerId}
          WHERE ${first.id} = ${orderId}`,
      ),
    )
    if (!found || found.holderId === null || found.state !== 'published' || found.startsAt <= now) return noDeliveries
    if (news !== 'over' && !found.isOwed) return noDeliveries
    const { shares, eventId, left, title, timeZone, payUntil, holderId } = found
    const terms = await readFirst(db, selectFields(priceFields(holderId, now), sql`FROM ${games} ${game} WHERE ${game.id} = ${eventId}`))
    const offer = terms ? toPrice(terms) : null
    const price = offer && keepFee(offer, found)
    const { amount, currency } = price ? withFee(price, left, price) : { amount: left, currency: found.currency }
    return notifyOne(
      balanceNotice(news, {
        orderId,
        eventId,
        title,
        timeZone,
        payUntil,
        amount,
        currency,
        isShared: shares > 0,
        isBlocked: found.isBlocked,
        now,
      }),
      holderId,
    )
  },
  'order-refunded': async ({ refundId }, { db }) => {
    const found = await findRefund(db, refundId)
    if (found?.state !== 'sent' || found.deletedAt !== null) return noDeliveries
    const { payerId, orderId: _, ...facts } = found
    return notifyOne(refundNotice({ refundId, ...facts, isByHand: isByHand(found) }), payerId)
  },
  'refund-failed': async ({ of, refundId }, { db }) => {
    const found = await findWaiting(db, of, refundId)
    if (found?.state !== 'failed') return noDeliveries
    const { title, amount, currency } = found
    return { deliveries: await tellManagers(db, found, (path) => refundFailedNotice(of, { refundId, title, amount, currency, path })) }
  },
  'refund-waits': async ({ of, refundId, why }, { db }) => {
    const found = await findWaiting(db, of, refundId)
    if (found?.state !== 'due' || found.waitsFor !== why) return noDeliveries
    const { payerId, title, amount, currency, payerPath } = found
    const facts = { refundId, title, amount, currency }
    const told = await tellManagers(db, found, (path) => refundWaitNotice(why, { ...facts, path }))
    // Money that waits goes by itself, so the player need not know.
    const isForPayer = why === 'no-access' && payerId !== null
    return { deliveries: isForPayer ? [...told, { ...moneyStuckNotice(of, { ...facts, path: payerPath }), to: [payerId] }] : told }
  },
  'credit-given': async ({ creditId }, { db }) => {
    const found = await findCredit(db, creditId)
    if (!found) return noDeliveries
    const { userId, ...facts } = found
    return notifyOne(creditNotice({ creditId, ...facts }), userId)
  },
  'credit-disputed': async ({ disputeId, news }, { db }) => {
    const found = await findDisputedCredit(db, disputeId)
    if (!found || !isCreditNewsTrue[news](found.state)) return noDeliveries
    const { userId, state: _, ...facts } = found
    return notifyOne(creditDisputeNotice(news, { disputeId, ...facts }), userId)
  },
  'payment-disputed': async ({ disputeId, news }, { db }) => {
    const found = (await findOrderDispute(db, disputeId)) ?? (await findPaymentDispute(db, disputeId))
    if (!found || !isStillTrue[news](found.state)) return noDeliveries
    return { deliveries: [{ ...disputeNotice(disputeId, news, found), to: await listUsers(db, found.managers) }] }
  },
}
