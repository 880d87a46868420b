import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../domain/money.ts'
import { creditReasons, orderMethods, orderStates, refundReasons, refundStates } from '../../domain/orders/contract.ts'
import { defaultPlatform, platformIds } from '../../domain/platforms.ts'
import { users } from '../accounts/schema.ts'
import { eventSeries, events } from '../events/schema.ts'
import { disputeColumns } from '../payments/dispute-columns.ts'
import { refundWaitColumns } from '../payments/refund-columns.ts'

/** Codes that a host gives to players. How often one was used is counted from the orders. */
export const coupons = sqliteTable(
  'coupons',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    /** If it works on all dates of this series. Then the event is the date at which it was made. */
    seriesId: text('series_id').references(() => eventSeries.id),
    /** In capital letters. */
    code: text('code').notNull(),
    /** One of the two is null. */
    percent: integer('percent'),
    amountOff: integer('amount_off'),
    /** Of `amountOff`. */
    currency: text('currency', { enum: currencies }).notNull(),
    maxUses: integer('max_uses').notNull(),
    /** Null: until the game starts. */
    endsAt: integer('ends_at'),
    /** When a host has ended it. */
    endedAt: integer('ended_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('coupons_by_code').on(t.eventId, t.code),
    uniqueIndex('coupons_by_series').on(t.seriesId, t.code).where(sql`series_id IS NOT NULL`),
  ],
)

/** What a person pays for their seats in a game. Each has its own page at Stripe, on the account of the payee. */
export const orders = sqliteTable(
  'orders',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => events.id),
    /** The entry that has the seats. It gets another id when the seats are given to another person. */
    joinerId: text('joiner_id').notNull(),
    payerId: text('payer_id')
      .notNull()
      .references(() => users.id),
    /** Who is paid. */
    payeeId: text('payee_id')
      .notNull()
      .references(() => users.id),
    /** Their account; empty for cash and gifts. */
    accountId: text('account_id').notNull(),
    seats: integer('seats').notNull(),
    /** The kind of ticket; null if the game has no several. */
    tierId: text('tier_id'),
    /** How it was paid. A host notes cash and gifts, so nothing of them is at Stripe. */
    method: text('method', { enum: orderMethods }).notNull().default('card'),
    amount: integer('amount').notNull(),
    couponId: text('coupon_id').references(() => coupons.id),
    /** What the coupon took off the price of the seats. */
    discount: integer('discount').notNull().default(0),
    /** What of the price of the seats was paid with credit. `amount` is without it. */
    credit: integer('credit').notNull().default(0),
    /** What was added for us; 0 if the host bears our fee. */
    bookingFee: integer('booking_fee').notNull().default(0),
    /** What we keep of it. */
    ourFee: integer('our_fee').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    state: text('state', { enum: orderStates }).notNull(),
    /** Where it was paid. Its emails carry the name of this platform. */
    platform: text('platform', { enum: platformIds }).notNull().default(defaultPlatform),
    /** The page at Stripe; null until Stripe has answered. */
    sessionId: text('session_id').unique(),
    sessionUrl: text('session_url'),
    paymentId: text('payment_id').unique(),
    /** What was given back, as Stripe says. */
    refunded: integer('refunded').notNull().default(0),
    /** Until when a player who leaves gets the money back, as it was when they paid. Null: never. */
    refundUntil: integer('refund_until'),
    /** The same in hours before the start, as it was when they paid. If the game moves, `refundUntil` never becomes earlier. */
    refundHours: integer('refund_hours'),
    /** What is still to be paid for the same seats after this order, without a fee that is added: the rest after a deposit, or the shares of friends. */
    balance: integer('balance').notNull().default(0),
    /** By when. Null once it is paid, or was asked for. */
    balanceDueAt: integer('balance_due_at'),
    /** When the person was reminded of it. */
    balanceToldAt: integer('balance_told_at'),
    /** In how many payments friends can pay the balance; 0 if only the person pays it. */
    shares: integer('shares').notNull().default(0),
    /** The order of which this one pays the balance, or a share of it. */
    balanceOf: text('balance_of'),
    /** Whether a player who leaves later gets the money back if somebody buys the seat, as it was when they paid. */
    refundIfResold: integer('refund_if_resold', { mode: 'boolean' }).notNull().default(false),
    /** When the seats were given up with that promise. It ends when the game starts. */
    resaleAt: integer('resale_at'),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
    /** When the seats were lost. Whether money goes back is decided at that moment, once. */
    settledAt: integer('settled_at'),
  },
  (t) => [
    uniqueIndex('orders_open').on(t.joinerId, t.payerId).where(sql`state = 'open'`),
    index('orders_by_joiner').on(t.joinerId),
    index('orders_of_balance').on(t.balanceOf).where(sql`balance_of IS NOT NULL`),
    index('orders_of_part').on(t.payerId, t.createdAt, t.eventId).where(sql`balance_of IS NOT NULL`),
    index('orders_with_balance').on(t.balanceDueAt).where(sql`balance_due_at IS NOT NULL`),
    index('orders_by_event').on(t.eventId, t.state, t.paidAt, t.id),
    index('orders_by_payer').on(t.payerId, t.createdAt, t.id),
    index('orders_by_payee').on(t.payeeId, t.createdAt, t.id),
    index('orders_by_account').on(t.accountId),
    index('orders_for_resale').on(t.eventId, t.resaleAt).where(sql`resale_at IS NOT NULL`),
    index('orders_by_coupon').on(t.couponId).where(sql`coupon_id IS NOT NULL`),
    index('orders_with_credit').on(t.payerId, t.payeeId).where(sql`credit > 0`),
  ],
)

/** Money that goes back. The id is the idempotency key at Stripe, so each is sent once. */
export const orderRefunds = sqliteTable(
  'order_refunds',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    amount: integer('amount').notNull(),
    reason: text('reason', { enum: refundReasons }).notNull(),
    state: text('state', { enum: refundStates }).notNull(),
    stripeId: text('stripe_id').unique(),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
    ...refundWaitColumns(),
  },
  (t) => [
    index('order_refunds_by_order').on(t.orderId, t.createdAt),
    index('order_refunds_unsent').on(t.createdAt).where(sql`state <> 'sent'`),
  ],
)

/** Money that a player has left with a host for the host's next games. What was used of it is counted from the orders. */
export const credits = sqliteTable(
  'credits',
  {
    id: text('id').primaryKey(),
    payeeId: text('payee_id')
      .notNull()
      .references(() => users.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The order that it comes from. */
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    amount: integer('amount').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    reason: text('reason', { enum: creditReasons }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('credits_by_person').on(t.userId, t.payeeId),
    index('credits_by_order').on(t.orderId, t.createdAt),
    check('credits_amount', sql`amount > 0`),
  ],
)

/** The banks of players that take payments back, as they were at Stripe when they were last read. The id is Stripe's. */
export const disputes = sqliteTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    ...disputeColumns(),
  },
  (t) => [
    index('disputes_by_order').on(t.orderId, t.createdAt),
    index('disputes_open').on(t.respondBy, t.id).where(sql`closed_at IS NULL`),
    index('disputes_open_by_account').on(t.accountId).where(sql`closed_at IS NULL`),
  ],
)
