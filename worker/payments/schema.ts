import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../domain/money.ts'
import { disputedKinds, disputeStates } from '../../domain/orders/disputes.ts'
import { invoiceStatuses, planOwnerKinds } from '../../domain/payments/contract.ts'
import { payoutAccountKinds } from '../../domain/payments/payout-accounts.ts'
import { liveStatuses, subscriptionStatuses } from '../../domain/payments/subscription-states.ts'
import { endpoints, eventTypes } from '../../domain/payments/webhooks.ts'
import { platformIds } from '../../domain/platforms.ts'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'
import { disputeColumns } from './dispute-columns.ts'
import { refusedColumns } from './refund-columns.ts'

/**
 * Who pays at Stripe: a person, or a team. A team is a customer of its own, so its plan stays as it is when the team is handed over,
 * until the new owner adds a card.
 */
export const stripeCustomers = sqliteTable(
  'stripe_customers',
  {
    ownerKind: text('owner_kind', { enum: planOwnerKinds }).notNull(),
    ownerId: text('owner_id').notNull(),
    customerId: text('customer_id').notNull().unique(),
    /** The person whose card it is. */
    payerId: text('payer_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerKind, t.ownerId] }), index('stripe_customers_by_payer').on(t.payerId)],
)

/** The ids at Stripe of the prices of our plans, by our own id (`priceIdOf`). */
export const planPrices = sqliteTable('plan_prices', {
  id: text('id').primaryKey(),
  stripeId: text('stripe_id').notNull().unique(),
  createdAt: integer('created_at').notNull(),
})

const isLive = sql.raw(`status IN (${liveStatuses.map((status) => `'${status}'`).join(', ')})`)

/** Subscriptions of plans, as they were at Stripe when they were last read. */
export const planSubscriptions = sqliteTable(
  'plan_subscriptions',
  {
    id: text('id').primaryKey(),
    /** See `keyOfOwner`. */
    ownerKey: text('owner_key').notNull(),
    ownerKind: text('owner_kind', { enum: planOwnerKinds }).notNull(),
    ownerId: text('owner_id').notNull(),
    platform: text('platform', { enum: platformIds }).notNull(),
    payerId: text('payer_id')
      .notNull()
      .references(() => users.id),
    /** Null for a price that is not one of ours. */
    planUid: text('plan_uid'),
    itemId: text('item_id').notNull(),
    priceId: text('price_id').notNull(),
    status: text('status', { enum: subscriptionStatuses }).notNull(),
    periodStart: integer('period_start').notNull(),
    periodEnd: integer('period_end').notNull(),
    endsAtPeriodEnd: integer('ends_at_period_end', { mode: 'boolean' }).notNull(),
    trialEndsAt: integer('trial_ends_at'),
    /** When a payment failed first; null if none is due. */
    pastDueSince: integer('past_due_since'),
    /** How many mails about the failed payment were sent. */
    dunningMails: integer('dunning_mails').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** When it was read at Stripe. What was read before this changes nothing. */
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    uniqueIndex('plan_subscriptions_live').on(t.ownerKey).where(isLive),
    index('plan_subscriptions_by_owner').on(t.ownerKey, t.createdAt),
    index('plan_subscriptions_by_payer').on(t.payerId, t.createdAt),
    index('plan_subscriptions_live_by_end').on(t.periodEnd).where(isLive),
    index('plan_subscriptions_past_due').on(t.pastDueSince).where(sql`past_due_since IS NOT NULL`),
  ],
)

/** A page at Stripe on which somebody may be paying for a plan right now. There is one for each owner. */
export const planCheckouts = sqliteTable('plan_checkouts', {
  ownerKey: text('owner_key').primaryKey(),
  /** The idempotency key of the session. */
  id: text('id').notNull(),
  planUid: text('plan_uid').notNull(),
  payerId: text('payer_id')
    .notNull()
    .references(() => users.id),
  createdAt: integer('created_at').notNull(),
})

/** The accounts on which hosts are paid, as they were at Stripe when they were last read. */
export const payoutAccounts = sqliteTable(
  'payout_accounts',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    stripeId: text('stripe_id').notNull().unique(),
    /** We opened it for the host, or the host linked their own. */
    kind: text('kind', { enum: payoutAccountKinds }).notNull(),
    country: text('country').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    chargesEnabled: integer('charges_enabled', { mode: 'boolean' }).notNull(),
    detailsSubmitted: integer('details_submitted', { mode: 'boolean' }).notNull(),
    payoutsEnabled: integer('payouts_enabled', { mode: 'boolean' }).notNull(),
    currentlyDue: text('currently_due', { mode: 'json' }).$type<string[]>().notNull(),
    /** When Stripe restricts the account unless the host tells what is due. */
    deadline: integer('deadline'),
    /** The deadline about which the host was told. */
    toldDeadline: integer('told_deadline'),
    createdAt: integer('created_at').notNull(),
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    index('payout_accounts_by_deadline').on(t.deadline).where(sql`deadline IS NOT NULL`),
    index('payout_accounts_by_reading').on(t.readAt),
  ],
)

/** Accounts that we opened for hosts who have unlinked them. Whoever wants one in the same country again gets this one. */
export const unlinkedAccounts = sqliteTable(
  'unlinked_accounts',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    country: text('country').notNull(),
    stripeId: text('stripe_id').notNull().unique(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.country] })],
)

/**
 * Accounts that hosts had linked and have unlinked, to which we still have access: until nothing on them can be owed any longer. They
 * belong to nobody here.
 */
export const accountsToRelease = sqliteTable(
  'accounts_to_release',
  {
    stripeId: text('stripe_id').primaryKey(),
    createdAt: integer('created_at').notNull(),
    triedAt: integer('tried_at').notNull(),
  },
  (t) => [index('accounts_to_release_by_turn').on(t.triedAt)],
)

/** Invoices for plans, as they were at Stripe when they were last read. */
export const planInvoices = sqliteTable(
  'plan_invoices',
  {
    id: text('id').primaryKey(),
    subscriptionId: text('subscription_id').notNull(),
    ownerKind: text('owner_kind', { enum: planOwnerKinds }).notNull(),
    ownerId: text('owner_id').notNull(),
    payerId: text('payer_id')
      .notNull()
      .references(() => users.id),
    number: text('number'),
    text: text('text').notNull(),
    status: text('status', { enum: invoiceStatuses }).notNull(),
    total: integer('total').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** What went back of it, and when that was read at Stripe. */
    refunded: integer('refunded').notNull().default(0),
    refundsReadAt: integer('refunds_read_at').notNull().default(0),
    ...refusedColumns(),
    /** Pages of Stripe's that show the invoice, and the file. */
    pageUrl: text('page_url'),
    pdfUrl: text('pdf_url'),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    index('plan_invoices_by_owner').on(t.ownerKind, t.ownerId, t.createdAt, t.id),
    index('plan_invoices_by_payer').on(t.payerId, t.createdAt, t.id),
    index('plan_invoices_refused').on(t.refusedAt).where(sql`refused > 0`),
  ],
)

/** The banks that take payments for plans back, as they were at Stripe when they were last read. We answer them, at Stripe. */
export const planDisputes = sqliteTable(
  'plan_disputes',
  {
    id: text('id').primaryKey(),
    invoiceId: text('invoice_id').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: disputeStates }).notNull(),
    /** Until when we can answer. */
    respondBy: integer('answer_until'),
    createdAt: integer('created_at').notNull(),
    /** When we learned that it was decided. */
    closedAt: integer('closed_at'),
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    index('plan_disputes_by_invoice').on(t.invoiceId, t.createdAt),
    index('plan_disputes_open').on(t.readAt).where(sql`closed_at IS NULL`),
  ],
)

/** The events that Stripe has told us about, each once. What they say is not stored, because the work asks Stripe again. */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    endpoint: text('endpoint', { enum: endpoints }).notNull(),
    /** The linked account, or null for our own. */
    account: text('account'),
    type: text('type', { enum: eventTypes }).notNull(),
    /** What the event is about, such as an invoice. */
    objectId: text('object_id').notNull(),
    createdAt: integer('created_at').notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [index('stripe_events_by_age').on(t.receivedAt)],
)

/**
 * The banks that take payments to a community back, as they were at Stripe when they were last read. The id is Stripe's. Those about paid games
 * are in `disputes`.
 */
export const paymentDisputes = sqliteTable(
  'payment_disputes',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: disputedKinds }).notNull(),
    /** The id of what was paid, in the table of its kind. */
    paymentId: text('payment_id').notNull(),
    /** The payment at Stripe. A membership has several. */
    intentId: text('intent_id'),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** What was paid for, as it was called then. */
    title: text('title').notNull(),
    ...disputeColumns(),
  },
  (t) => [
    index('payment_disputes_by_payment').on(t.paymentId, t.createdAt),
    index('payment_disputes_open').on(t.respondBy, t.id).where(sql`closed_at IS NULL`),
    index('payment_disputes_open_by_account').on(t.accountId).where(sql`closed_at IS NULL`),
  ],
)
