import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { Pricing, Tier } from '../../domain/events/pricing-contract.ts'
import { findTier, hasTiers, pricingOfTier } from '../../domain/events/seat-price.ts'
import { maxAmountOf } from '../../domain/money.ts'
import { type Balance, priceNowAndLater } from '../../domain/orders/balance.ts'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import { checkoutDuration } from '../../domain/orders/holds.ts'
import { hour } from '../../domain/time/spans.ts'
import { priceFields, toPrice } from '../events/event-price.ts'
import { inSeatBatch } from '../events/seats.ts'
import { chooseTier, confirmPaidSeat } from '../events/settle-paying.ts'
import { entries, game, games } from '../events/shared.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { isActiveRow } from '../payments/payee.ts'
import { accounts } from '../payments/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { computed, orNull, selectFields } from '../platform/row-query.ts'
import { first, selectOwed } from './balance-left.ts'
import { c, isUsable, selectUsable } from './coupons.ts'
import { creditIn } from './credits.ts'
import { closePage, isOpenFor, isSamePrice, maxRetry, openPage, type Payer } from './order-page.ts'
import { payBalance } from './pay-balance.ts'
import { payeeOf } from './payee.ts'
import type { Order } from './queries.ts'
import { coupons, orders } from './schema.ts'
import { isPaidNow } from './take-payment.ts'

const entry = alias(entries, 'entry')
const payout = alias(accounts, 'payout')

const isOpen = (joinerId: string, payerId: string) => and(isOpenFor(sql`${joinerId}`), eq(orders.payerId, payerId))

/** The seats that a person must pay for, with everything that makes their price. */
const selectHeld = (eventId: string, payerId: string, now: number) =>
  selectFields(
    {
      joinerId: entry.id,
      state: entry.state,
      seats: entry.seats,
      chosenTierId: entry.tierId,
      payUntil: entry.payUntil,
      gameState: game.state,
      title: game.title,
      startsAt: game.startsAt,
      ...priceFields(payerId, now),
      payeeId: computed(sql`${payout.userId}`, orNull(payout.userId)),
      accountId: computed(sql`${payout.stripeId}`, orNull(payout.stripeId)),
      accountCurrency: computed(sql`${payout.currency}`, orNull(payout.currency)),
    },
    sql`FROM ${entries} ${entry} JOIN ${games} ${game} ON ${game.id} = ${entry.eventId}
      LEFT JOIN ${accounts} ${payout} ON ${payout.userId} = ${payeeOf(game)} AND ${isActiveRow(payout)}
      WHERE ${entry.eventId} = ${eventId} AND ${entry.userId} = ${payerId}`,
  )

/**
 * Opens the page on which a person pays for the seats that are held for them, and returns its address. They have seen a price, which must
 * be the one of now. Two clicks, and a click after the answer was lost, lead to the same page.
 */
export async function payForSeats(money: MoneyContext, payer: Payer, eventId: string, seen: PayForSeat): Promise<string> {
  const { db, now } = money
  const ownEntry = sql`(SELECT ${entry.id} FROM ${entries} ${entry} WHERE ${entry.eventId} = ${eventId} AND ${entry.userId} = ${payer.id})`
  const { held, owed, open, found } = await runBatch(db, {
    found: seen.code ? [selectUsable(eventId, seen.code, payer.id, now)] : [],
    held: selectHeld(eventId, payer.id, now),
    owed: selectOwed(sql`${first.joinerId} = ${ownEntry}`),
    open: db
      .select()
      .from(orders)
      .where(and(isOpenFor(ownEntry), eq(orders.payerId, payer.id))),
  })
  const [facts] = held.rows
  if (!facts || facts.state === 'left' || facts.state === 'expired') throw new AppError('NotInEvent')
  const { joinerId, seats, startsAt, payeeId, accountId } = facts
  const offer = toPrice(facts)
  const [debt] = owed.rows
  if (debt && offer !== null && facts.gameState === 'published')
    return payBalance(
      money,
      payer,
      { ...debt, offer, open: open.rows[0], title: facts.title, startsAt, canBePaid: accountId === debt.accountId, isShare: false },
      seen,
    )
  if (facts.state !== 'paying' || facts.gameState !== 'published' || offer === null) throw new AppError('NothingToPay')
  if (payeeId === null || accountId === null || facts.accountCurrency !== offer.currency) throw new AppError('HostCannotBePaid')
  const { tier, isNew } = readTier(offer, facts.chosenTierId, seen)
  const tierId = tier?.id ?? null
  const coupon = found[0]?.rows[0]
  if (seen.code && !coupon) throw new AppError('CouponNotValid')
  const couponId = coupon?.id ?? null
  const price = priceNowAndLater(
    pricingOfTier(offer, tierId),
    { seats, startsAt, now, coupon: coupon ?? null, creditToUse: seen.credit ? (offer.credit ?? 0) : 0 },
    seen.way ?? 'usual',
  )
  const { balance } = price
  const shown = { ...price, title: tier ? `${facts.title}, ${tier.name}` : facts.title }
  const isSeen =
    price.amount === seen.amount &&
    price.currency === seen.currency &&
    price.credit === (seen.credit ?? 0) &&
    (balance?.amount ?? 0) === (seen.balance ?? 0)
  if (!isSeen) throw new AppError('OfferChanged')
  judgeClaims(money, seen, { uid: payer.id, account: accountId, fee: price.ourFee, cost: price.amount })
  if (price.amount > maxAmountOf(price.currency)) throw new AppError('PriceTooLarge')
  const [previous] = open.rows
  if (previous) {
    const isSame =
      isSameBalance(previous, balance) &&
      isSamePrice(previous, price) &&
      previous.accountId === accountId &&
      previous.tierId === tierId &&
      previous.couponId === couponId
    if (isSame && previous.sessionUrl !== null && now < previous.createdAt + checkoutDuration) return previous.sessionUrl
    if (isSame && now < previous.createdAt + maxRetry) return openPage(money, payer, previous, shown)
    await closePage(money, previous)
  }
  if (facts.payUntil !== null && facts.payUntil < now) throw new AppError('HoldOver')
  if (startsAt - now < checkoutDuration) throw new AppError('TooLateToPay')
  const isFree = price.amount === 0
  const row = {
    ...{ id: money.newId(), eventId, joinerId, payerId: payer.id, payeeId, accountId, tierId, couponId, platform: money.platform },
    ...{
      seats: balance && balance.shares > 0 ? 1 : seats,
      balance: balance?.amount ?? 0,
      shares: balance?.shares ?? 0,
      balanceDueAt: balance?.dueAt ?? null,
    },
    ...{
      amount: price.amount,
      discount: price.discount,
      credit: price.credit,
      bookingFee: price.bookingFee,
      ourFee: price.ourFee,
      currency: price.currency,
      createdAt: now,
    },
    ...(isFree ? { state: 'paid' as const, paidAt: now } : { state: 'open' as const }),
    refundIfResold: offer.refundIfResold ?? false,
    refundHours: offer.refundHours,
    refundUntil: offer.refundHours === null ? null : startsAt - offer.refundHours * hour,
  }
  const isHeld = sql`EXISTS (SELECT 1 FROM ${entries} ${entry} WHERE ${entry.id} = ${joinerId} AND ${entry.state} = 'paying' AND ${entry.seats} = ${seats} AND ${entry.tierId} IS ${tierId})`
  const mayUse =
    couponId === null ? sql`1` : sql`EXISTS (SELECT 1 FROM ${coupons} ${c} WHERE ${c.id} = ${couponId} AND ${isUsable(eventId, now)})`
  const hasCredit =
    price.credit === 0 ? sql`1` : sql`${creditIn({ userId: payer.id, payeeId, currency: price.currency })} >= ${price.credit}`
  // With credit, either of the two may be used up.
  const refusal = couponId === null || price.credit > 0 ? 'OfferChanged' : 'CouponNotValid'
  const statements = {
    chosen: isNew && tierId !== null ? [chooseTier(db, joinerId, tierId)] : [],
    inserted: insertSelect(orders, row, sql`WHERE ${isHeld} AND ${mayUse} AND ${hasCredit} ON CONFLICT DO NOTHING`),
  }
  if (isFree) {
    // Nothing is left to pay, so Stripe is not needed.
    const { given } = await runBatch(db, {
      ...inSeatBatch(eventId, now, { ...statements, ...confirmPaidSeat(db, now, joinerId, isPaidNow(row.id, now)) }),
      given: db
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.joinerId, joinerId), eq(orders.state, 'paid'))),
    })
    if (given.rows.length === 0) throw new AppError(refusal)
    return `${money.origin}/discover/events/${eventId}`
  }
  const { now: stored } = await runBatch(db, { ...statements, now: db.select().from(orders).where(isOpen(joinerId, payer.id)) })
  const [order] = stored.rows
  if (!order && refusal !== 'OfferChanged') throw new AppError(refusal)
  if (!order && isNew) throw new AppError('TicketsSoldOut')
  // Another tab was faster, with another price.
  if (!order || !isSameBalance(order, balance) || !isSamePrice(order, price) || order.tierId !== tierId || order.couponId !== couponId)
    throw new AppError('OfferChanged')
  return openPage(money, payer, order, shown)
}

/** The kind of ticket of these seats. `isNew`: it was not chosen before, or the one that was chosen is no longer there. */
function readTier(pricing: Pricing, chosenId: string | null, { tierId = null }: PayForSeat): { tier: Tier | undefined; isNew: boolean } {
  const chosen = findTier(pricing, chosenId)
  const tier = chosen ?? findTier(pricing, tierId)
  if (!tier && (hasTiers(pricing) || tierId !== null)) throw new AppError('TicketMissing')
  if (chosen && tierId !== null && tierId !== chosen.id) throw new AppError('OfferChanged')
  return { tier, isNew: !chosen && tier !== undefined }
}

/** When it is due says nothing about the price: it moves with each second. */
const isSameBalance = (order: Order, balance: Balance | null): boolean =>
  order.balance === (balance?.amount ?? 0) && order.shares === (balance?.shares ?? 0)
