import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { keepFee, shareOf } from '../../domain/orders/balance.ts'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import type { SeatShare } from '../../domain/orders/share-contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from '../accounts/shared.ts'
import { priceFields, toPrice } from '../events/event-price.ts'
import { game, games } from '../events/shared.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { isActiveRow } from '../payments/payee.ts'
import { accounts } from '../payments/shared.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { first, isOwed, owedFields } from './balance-left.ts'
import type { Payer } from './order-page.ts'
import { payBalance } from './pay-balance.ts'
import { orders } from './schema.ts'

const u = alias(people, 'u')
const own = alias(orders, 'own')
const payout = alias(accounts, 'payout')

/** The share that a link leads to. Whoever has the link may pay it, unless there is a block between the two. */
const selectShare = (orderId: string, viewerId: string, now: number) =>
  selectFields(
    {
      ...owedFields,
      ...{ gameId: game.id, title: game.title, startsAt: game.startsAt, timeZone: game.timeZone, placeName: game.placeName },
      ...{ displayName: u.displayName, photoKey: u.photoKey },
      ...priceFields(viewerId, now),
      hasPaid: computed(
        sql`EXISTS (SELECT 1 FROM ${orders} ${own} WHERE ${own.balanceOf} = ${first.id} AND ${own.payerId} = ${viewerId} AND ${own.state} = 'paid')`,
        asBoolean,
      ),
      canBePaid: computed(
        sql`EXISTS (SELECT 1 FROM ${accounts} ${payout} WHERE ${payout.stripeId} = ${first.accountId} AND ${isActiveRow(payout)})`,
        asBoolean,
      ),
    },
    sql`FROM ${orders} ${first} CROSS JOIN ${games} ${game} ON ${game.id} = ${first.eventId} AND ${game.state} = 'published' AND ${game.startsAt} > ${now}
      CROSS JOIN ${people} ${u} ON ${u.id} = ${first.payerId} AND ${u.deletedAt} IS NULL
      WHERE ${first.id} = ${orderId} AND ${first.shares} > 0 AND ${isOwed(first)} AND ${hasNoBlock(viewerId, u.id)}`,
  )

export async function readShare(db: Database, viewerId: string, orderId: string, now: number): Promise<SeatShare> {
  const row = await readFirst(db, selectShare(orderId, viewerId, now))
  const price = row ? toPrice(row) : null
  if (!row || !price) throw new AppError('ShareNotFound')
  return {
    id: row.id,
    event: { id: row.gameId, title: row.title, startsAt: row.startsAt, timeZone: row.timeZone, placeName: row.placeName },
    person: makeFace(row.payerId, row.displayName, row.photoKey),
    ...{
      amount: shareOf(row),
      currency: row.currency,
      price: keepFee(price, row),
      dueAt: row.balanceDueAt,
      sharesLeft: row.shares - row.sharesPaid,
    },
    ...{ isMine: row.payerId === viewerId, hasPaid: row.hasPaid },
  }
}

/** Opens the page on which a friend pays for one seat of a party. */
export async function payShare(money: MoneyContext, payer: Payer, orderId: string, seen: PayForSeat): Promise<string> {
  const { db, now } = money
  const { found, open } = await runBatch(db, {
    found: selectShare(orderId, payer.id, now),
    open: db
      .select()
      .from(orders)
      .where(sql`${orders.balanceOf} = ${orderId} AND ${orders.payerId} = ${payer.id} AND ${orders.state} = 'open'`),
  })
  const [row] = found.rows
  const offer = row ? toPrice(row) : null
  if (!row || !offer || row.payerId === payer.id) throw new AppError('ShareNotFound')
  return payBalance(money, payer, { ...row, offer, open: open.rows[0], isShare: true }, seen)
}
