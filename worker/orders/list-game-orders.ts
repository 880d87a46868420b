import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { eventNotFound } from '../../domain/events/rules.ts'
import { currencies } from '../../domain/money.ts'
import { type OrderMethod, orderParts, showRefund } from '../../domain/orders/contract.ts'
import {
  type GameOrder,
  type GameOrderPage,
  gameOrderPageSize,
  maxUnpaidShown,
  takenStates,
} from '../../domain/orders/game-orders-contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from '../accounts/shared.ts'
import { paysAsMember } from '../events/event-price.ts'
import { entries, game, games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { literalList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, computed, orNull, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from '../privacy/reach.ts'
import { balanceLeft, isOwed, leftOfEntry, partOf } from './balance-left.ts'
import { managesMoney } from './manages-money.ts'
import { payeeOf } from './payee.ts'
import { toOrderCredit } from './queries.ts'
import { credits, disputes, orders, orderRefunds as refunds } from './schema.ts'
import { o, restOf, waitsForBuyer } from './settle-orders.ts'

const u = alias(people, 'u')
const entry = alias(entries, 'entry')

/** The most that come with one page of orders. */
const maxRefundsShown = 200

const isTaken = sql`${o.state} IN ${literalList(takenStates)}`

/** Whether this person sees and moves the money of the game `game`. */
export const seesMoneyOfGame = (userId: string): SQL => managesMoney(userId, { payeeId: payeeOf(game), teamId: sql`${game.teamId}` })

/** Somebody has paid for the game `game`, or is asked to. */
export const isPaidGame = sql`(${game.pricing} IS NOT NULL OR EXISTS (SELECT 1 FROM ${orders} ${o} WHERE ${o.eventId} = ${game.id} AND ${isTaken}))`

/** What is left of our fee. It goes back with the money that we send back, and stays if the host gave the money back at Stripe or by hand. */
const feeLeft = sql`(${o.ourFee} - ${o.ourFee} * (SELECT coalesce(sum(${refunds.amount}), 0) FROM ${refunds}
  WHERE ${refunds.orderId} = ${o.id} AND ${refunds.state} = 'sent' AND ${refunds.id} <> ${refunds.stripeId}) / ${o.amount})`

const sumOf = (value: SQLWrapper, method: OrderMethod): SQL => sql`sum(iif(${o.method} = ${method}, ${value}, 0))`

/** What goes back of an order if the game is cancelled. Whoever has left and gets nothing back gets nothing then, too. */
const backIfCancelled = (now: number): SQL => sql`iif(${o.settledAt} IS NULL OR ${waitsForBuyer(o, now)}, ${restOf(o)}, 0)`

/** The player of this order holds seats, and is on the list of those who have not paid. */
const isBeingPaid = sql`(${o.state} = 'open' AND EXISTS (SELECT 1 FROM ${entries} ${entry} WHERE ${entry.id} = ${o.joinerId} AND ${entry.state} = 'paying'))`

/** Who holds seats in game `game` and has not paid, who must pay first before the others. */
const selectUnpaid = (userId: string, eventId: string, now: number) =>
  selectFields(
    {
      joinerId: entry.id,
      payerId: computed(sql`${u.id}`, orNull(u.id)),
      displayName: u.displayName,
      photoKey: u.photoKey,
      seats: entry.seats,
      tierId: entry.tierId,
      isMember: computed(paysAsMember(entry.userId, now), asBoolean),
      left: computed(leftOfEntry(entry.id), orNull(asNumber)),
      payUntil: entry.payUntil,
    },
    sql`FROM ${games} ${game} JOIN ${entries} ${entry} ON ${entry.eventId} = ${game.id} AND ${entry.state} = 'paying'
      LEFT JOIN ${people} ${u} ON ${u.id} = ${entry.userId} AND ${isVisibleTo(userId, u)}
      WHERE ${game.id} = ${eventId} AND ${game.state} = 'published' AND ${game.pricing} IS NOT NULL
      ORDER BY ${entry.payUntil}, ${entry.id} LIMIT ${maxUnpaidShown}`,
  )

const selectPage = ({ userId, now }: { userId: string; now: number }, isOnPage: SQL) =>
  selectFields(
    {
      id: o.id,
      payerId: computed(sql`${u.id}`, orNull(u.id)),
      displayName: u.displayName,
      photoKey: u.photoKey,
      seats: o.seats,
      part: computed(partOf(o), orNull(asOneOf(orderParts))),
      balance: computed(sql`iif(${isOwed(o)}, ${balanceLeft(o)}, 0)`, asNumber),
      amount: o.amount,
      credit: o.credit,
      fee: computed(feeLeft, asNumber),
      rest: computed(restOf(o), asNumber),
      currency: o.currency,
      method: o.method,
      state: computed(sql`${o.state}`, asOneOf(takenStates)),
      createdAt: o.createdAt,
      waitsForBuyer: computed(waitsForBuyer(o, now), asBoolean),
      paidAt: o.paidAt,
    },
    // People who blocked the viewer have no name here, as on the list of players.
    sql`FROM ${orders} ${o} LEFT JOIN ${people} ${u} ON ${u.id} = ${o.payerId} AND ${isVisibleTo(userId, u)}
      WHERE ${isOnPage} ORDER BY ${o.createdAt} DESC, ${o.id} DESC LIMIT ${gameOrderPageSize + 1}`,
  )

/** What players have paid for a game, the newest first, and the sums. Only for those who manage the money of the game. */
export async function listGameOrders(
  db: Database,
  { userId, now }: { userId: string; now: number },
  eventId: string,
  cursor: string | undefined,
): Promise<GameOrderPage> {
  const after = readCursor(TimeCursor, cursor)
  const isOnPage = sql`${o.eventId} = ${eventId} AND ${isTaken} AND NOT ${isBeingPaid} ${after ? sql`AND (${o.createdAt}, ${o.id}) < (${after[0]}, ${after[1]})` : sql``}`
  const ids = sql`(SELECT ${o.id} FROM ${orders} ${o} WHERE ${isOnPage} ORDER BY ${o.createdAt} DESC, ${o.id} DESC LIMIT ${gameOrderPageSize})`
  const found = await runBatch(db, {
    game: select(
      { id: game.id },
      sql`SELECT ${game.id} AS id FROM ${games} ${game} WHERE ${game.id} = ${eventId} AND ${seesMoneyOfGame(userId)}`,
    ),
    orders: selectPage({ userId, now }, isOnPage),
    refunds: db
      .select()
      .from(refunds)
      .where(sql`${refunds.orderId} IN ${ids}`)
      .orderBy(sql`${refunds.createdAt} DESC`)
      .limit(maxRefundsShown),
    credits: db
      .select()
      .from(credits)
      .where(sql`${credits.orderId} IN ${ids}`)
      .orderBy(sql`${credits.createdAt} DESC`)
      .limit(maxRefundsShown),
    disputes: db.select().from(disputes).where(sql`${disputes.orderId} IN ${ids}`).orderBy(disputes.createdAt).limit(maxRefundsShown),
    unpaid: after ? [] : [selectUnpaid(userId, eventId, now)],
    totals: select(
      {
        ...{ currency: asOneOf(currencies), paid: asNumber, refunded: asNumber, fees: asNumber, cash: asNumber },
        ...{ cardIfCancelled: asNumber, cashIfCancelled: asNumber },
      },
      sql`SELECT min(${o.currency}) AS currency, ${sumOf(o.amount, 'card')} AS paid, ${sumOf(o.refunded, 'card')} AS refunded, sum(${feeLeft}) AS fees,
          ${sumOf(sql`${o.amount} - ${o.refunded}`, 'cash')} AS cash,
          ${sumOf(backIfCancelled(now), 'card')} AS cardIfCancelled, ${sumOf(backIfCancelled(now), 'cash')} AS cashIfCancelled
        FROM ${orders} ${o} WHERE ${o.eventId} = ${eventId} AND ${o.state} = 'paid' HAVING count(*) > 0`,
    ),
  })
  if (found.game.rows.length === 0) throw eventNotFound()
  const { page, next } = cutPage(found.orders.rows, gameOrderPageSize, ({ createdAt, id }) => [createdAt, id])
  const refundsOf = Map.groupBy(found.refunds.rows, ({ orderId }) => orderId)
  const creditsOf = Map.groupBy(found.credits.rows, ({ orderId }) => orderId)
  const disputeOf = new Map(found.disputes.rows.map((dispute) => [dispute.orderId, dispute]))
  return {
    totals: toTotals(found.totals.rows[0]),
    unpaid: (found.unpaid[0]?.rows ?? []).map(({ payerId, displayName, photoKey, ...row }) => ({
      ...row,
      ...toPayer({ payerId, displayName, photoKey }),
    })),
    orders: page.map((row) => ({
      ...toOrder(row, refundsOf.get(row.id) ?? [], disputeOf.get(row.id)),
      credits: (creditsOf.get(row.id) ?? []).map(toOrderCredit),
    })),
    next,
  }
}

function toTotals(row: (TotalsRow & { cardIfCancelled: number; cashIfCancelled: number }) | undefined): GameOrderPage['totals'] {
  if (!row) return null
  const { cardIfCancelled: card, cashIfCancelled: cash, ...totals } = row
  return { ...totals, ifCancelled: { card, cash } }
}

type TotalsRow = Omit<NonNullable<GameOrderPage['totals']>, 'ifCancelled'>

type PayerRow = { payerId: string | null; displayName: string | null; photoKey: string | null }

function toPayer({ payerId, displayName, photoKey }: PayerRow): Pick<GameOrder, 'payer' | 'name'> {
  const payer = payerId === null ? null : makeFace(payerId, displayName, photoKey)
  return { payer, name: payer?.name ?? 'Someone who left' }
}

type Refund = typeof refunds.$inferSelect
type Dispute = typeof disputes.$inferSelect

const toDispute = ({ id, amount, currency, reason, state, respondBy, createdAt }: Dispute) => ({
  ...{ id, amount, currency, reason, state, respondBy, createdAt },
})

function toOrder(
  { payerId, displayName, photoKey, ...order }: RowOf<ReturnType<typeof selectPage>>,
  itsRefunds: readonly Refund[],
  dispute: Dispute | undefined,
): Omit<GameOrder, 'credits'> {
  return {
    ...order,
    ...toPayer({ payerId, displayName, photoKey }),
    refunds: itsRefunds.map((refund) => ({ ...showRefund(refund), reason: refund.reason })),
    dispute: dispute ? toDispute(dispute) : null,
  }
}
