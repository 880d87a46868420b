import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { dueMethods, duePaymentStates, dueRefundReasons } from '../../domain/dues/contract.ts'
import { currencies } from '../../domain/money.ts'
import { refundStates } from '../../domain/orders/contract.ts'
import { defaultPlatform, platformIds } from '../../domain/platforms.ts'
import { users } from '../accounts/schema.ts'
import { refundWaitColumns } from '../payments/refund-columns.ts'
import { teams } from '../teams/schema.ts'

/** What a community asks of its members. Every member owes it until it ends. */
export const dues = sqliteTable(
  'dues',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    title: text('title').notNull(),
    note: text('note').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** The last day on which it is paid in time, as 'YYYY-MM-DD'. */
    dueOn: text('due_on').notNull(),
    /** When members are reminded next without anybody asking for it; null if not again. */
    nextReminderAt: integer('next_reminder_at'),
    remindedAt: integer('reminded_at'),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
  },
  (t) => [
    index('dues_by_team').on(t.teamId, t.endedAt, t.dueOn, t.id),
    index('dues_to_remind').on(t.nextReminderAt).where(sql`next_reminder_at IS NOT NULL`),
  ],
)

/** What one person has paid, or is paying. At most one of them settles what a person owes. */
export const duePayments = sqliteTable(
  'due_payments',
  {
    /** The idempotency key of the page. */
    id: text('id').primaryKey(),
    dueId: text('due_id')
      .notNull()
      .references(() => dues.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    method: text('method', { enum: dueMethods }).notNull(),
    state: text('state', { enum: duePaymentStates }).notNull(),
    /** Where it was paid. Its emails carry the name of this platform. */
    platform: text('platform', { enum: platformIds }).notNull().default(defaultPlatform),
    /** Who is paid, and on which account. Null for what was not paid by card. */
    payeeId: text('payee_id').references(() => users.id),
    accountId: text('account_id'),
    amount: integer('amount').notNull(),
    /** What we keep of it. */
    ourFee: integer('our_fee').notNull().default(0),
    currency: text('currency', { enum: currencies }).notNull(),
    /** The page at Stripe; null until Stripe has answered. */
    sessionId: text('session_id').unique(),
    sessionUrl: text('session_url'),
    paymentId: text('payment_id').unique(),
    /** What was given back, as Stripe says. */
    refunded: integer('refunded').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
  },
  (t) => [
    uniqueIndex('due_payments_open').on(t.dueId, t.userId).where(sql`state = 'open'`),
    uniqueIndex('due_payments_paid').on(t.dueId, t.userId).where(sql`state = 'paid'`),
    index('due_payments_by_due').on(t.dueId, t.userId, t.state),
    index('due_payments_by_user').on(t.userId, t.createdAt, t.id),
    index('due_payments_by_payee').on(t.payeeId).where(sql`payee_id IS NOT NULL`),
    index('due_payments_by_account').on(t.accountId, t.state).where(sql`account_id IS NOT NULL`),
    index('due_payments_left_open').on(t.createdAt).where(sql`state = 'open'`),
  ],
)

/** Money that goes back. The id is the idempotency key at Stripe, so each is sent once. */
export const dueRefunds = sqliteTable(
  'due_refunds',
  {
    id: text('id').primaryKey(),
    duePaymentId: text('due_payment_id')
      .notNull()
      .references(() => duePayments.id),
    amount: integer('amount').notNull(),
    reason: text('reason', { enum: dueRefundReasons }).notNull(),
    state: text('state', { enum: refundStates }).notNull(),
    stripeId: text('stripe_id').unique(),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
    ...refundWaitColumns(),
  },
  (t) => [
    index('due_refunds_by_payment').on(t.duePaymentId, t.createdAt),
    index('due_refunds_unsent').on(t.createdAt).where(sql`state = 'due'`),
  ],
)
