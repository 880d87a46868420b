import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { endedStates, membershipPeriods, membershipStates, membershipTypes } from '../../domain/memberships/contract.ts'
import { currencies } from '../../domain/money.ts'
import { platformIds } from '../../domain/platforms.ts'
import { users } from '../accounts/schema.ts'
import { refusedColumns } from '../payments/refund-columns.ts'
import { teams } from '../teams/schema.ts'

/** What a community sells. The price of a row never changes: a new price is a new row. */
export const memberships = sqliteTable(
  'memberships',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    type: text('type', { enum: membershipTypes }).notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    every: text('every', { enum: membershipPeriods }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** When it was taken off sale. Who has it keeps it. */
    endedAt: integer('ended_at'),
  },
  (t) => [index('memberships_by_team').on(t.teamId, t.endedAt, t.createdAt)],
)

const isEnded = endedStates.map((state) => `'${state}'`).join(', ')

/**
 * What a person buys: first the page at Stripe, then the subscription, as it was there when it was last read. It is on the account of the
 * host. A person has one of a kind in a community at a time.
 */
export const membershipSubscriptions = sqliteTable(
  'membership_subscriptions',
  {
    /** The idempotency key of the page. */
    id: text('id').primaryKey(),
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** The same as in the membership. */
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    type: text('type', { enum: membershipTypes }).notNull(),
    memberId: text('member_id')
      .notNull()
      .references(() => users.id),
    /** Where it was bought, for the emails about it. */
    platform: text('platform', { enum: platformIds }).notNull(),
    accountId: text('account_id').notNull(),
    customerId: text('customer_id').notNull(),
    /** The page; null until Stripe has answered. */
    sessionId: text('session_id').unique(),
    sessionUrl: text('session_url'),
    subscriptionId: text('subscription_id').unique(),
    status: text('status', { enum: membershipStates }).notNull(),
    periodEnd: integer('period_end'),
    endsAtPeriodEnd: integer('ends_at_period_end', { mode: 'boolean' }).notNull().default(false),
    /** When a payment failed first; null if none is due. */
    pastDueSince: integer('past_due_since'),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    /** When it was read at Stripe. What was read before this changes nothing. */
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    uniqueIndex('membership_subscriptions_live')
      .on(t.memberId, t.teamId, t.type)
      .where(sql.raw(`status NOT IN (${isEnded})`)),
    index('membership_subscriptions_by_member').on(t.memberId, t.createdAt, t.id),
    index('membership_subscriptions_by_team').on(t.teamId, t.createdAt, t.id),
    index('membership_subscriptions_by_membership').on(t.membershipId, t.status),
    index('membership_subscriptions_by_status').on(t.status, t.periodEnd),
    index('membership_subscriptions_by_account').on(t.accountId, t.status),
    index('membership_subscriptions_past_due').on(t.pastDueSince).where(sql`past_due_since IS NOT NULL`),
  ],
)

/** What a person has paid for a membership: one row for each paid invoice at Stripe, with its id. */
export const membershipPayments = sqliteTable(
  'membership_payments',
  {
    id: text('id').primaryKey(),
    /** What it has paid for, in `membership_subscriptions`. */
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => membershipSubscriptions.id),
    memberId: text('member_id')
      .notNull()
      .references(() => users.id),
    amount: integer('amount').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** The payment at Stripe. */
    paymentId: text('payment_id').unique(),
    /** The time that is paid for. */
    periodStart: integer('period_start').notNull(),
    periodEnd: integer('period_end').notNull(),
    paidAt: integer('paid_at').notNull(),
    /** What went back of it, and when that was read at Stripe. */
    refunded: integer('refunded').notNull().default(0),
    refundsReadAt: integer('refunds_read_at').notNull().default(0),
    ...refusedColumns(),
    /** Refunds that a bank did not take, by their ids at Stripe, and whether the host still owes them or says they have given them by hand. */
    refusals: text('refusals', { mode: 'json' }).$type<Record<string, 'owed' | 'byHand'>>().notNull().default({}),
  },
  (t) => [
    index('membership_payments_by_member').on(t.memberId, t.paidAt, t.id),
    index('membership_payments_refused').on(t.refusedAt).where(sql`refused > 0`),
    index('membership_payments_refused_of').on(t.subscriptionId).where(sql`refused > 0`),
  ],
)
