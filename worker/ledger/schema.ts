import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ledgerOwnerKinds, payoutStates } from '../../domain/ledger/contract.ts'
import { entryKinds } from '../../domain/ledger/kinds.ts'
import { users } from '../accounts/schema.ts'

/** The account of a host whose ledger we keep. It stays when the account is unlinked, because money may still move on it. */
export const ledgerAccounts = sqliteTable(
  'ledger_accounts',
  {
    accountId: text('account_id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Since when something may have happened that the ledger does not have; null if it has everything. */
    newsAt: integer('news_at'),
    /** The ledger has every transaction that is older than this. It is read from an hour before it. */
    readUntil: integer('read_until'),
    syncedAt: integer('synced_at'),
    /** The host has ended our access. */
    endedAt: integer('ended_at'),
  },
  (t) => [
    index('ledger_accounts_by_user').on(t.userId),
    index('ledger_accounts_with_news').on(t.newsAt).where(sql`news_at IS NOT NULL`),
    index('ledger_accounts_by_sync').on(t.syncedAt).where(sql`ended_at IS NULL`),
  ],
)

/**
 * One row for each transaction on the account of a host, as Stripe has it. Triggers refuse every change, but for the payout that brings the
 * money to the host, which is known later. Rows of other tables may go, so nothing here refers to them.
 */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** Whose money it is. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: entryKinds }).notNull(),
    gross: integer('gross').notNull(),
    stripeFee: integer('stripe_fee').notNull(),
    ourFee: integer('our_fee').notNull(),
    net: integer('net').notNull(),
    currency: text('currency').notNull(),
    /** In UTC. */
    month: text('month').notNull(),
    createdAt: integer('created_at').notNull(),
    availableAt: integer('available_at').notNull(),
    payoutId: text('payout_id'),
    paymentId: text('payment_id'),
    orderId: text('order_id'),
    eventId: text('event_id'),
    teamId: text('team_id'),
    seasonId: text('season_id'),
  },
  (t) => [
    check('ledger_entries_sum', sql`gross = stripe_fee + our_fee + net`),
    index('ledger_entries_by_user').on(t.userId, t.month, t.createdAt, t.id),
    index('ledger_entries_by_team').on(t.teamId, t.month, t.createdAt, t.id).where(sql`team_id IS NOT NULL`),
    // Leads from a community to the accounts that have money of it, without reading their entries.
    index('ledger_entries_by_team_account').on(t.teamId, t.accountId).where(sql`team_id IS NOT NULL`),
    index('ledger_entries_by_payment').on(t.paymentId).where(sql`payment_id IS NOT NULL`),
    index('ledger_entries_by_payout').on(t.payoutId, t.createdAt, t.id).where(sql`payout_id IS NOT NULL`),
  ],
)

/** Sums of entries. Fees are what was taken; money that went back is negative. */
const sums = {
  /** What players have paid, and how many times. */
  gross: integer('gross').notNull(),
  payments: integer('payments').notNull(),
  stripeFee: integer('stripe_fee').notNull(),
  ourFee: integer('our_fee').notNull(),
  refunds: integer('refunds').notNull(),
  disputes: integer('disputes').notNull(),
  other: integer('other').notNull(),
  net: integer('net').notNull(),
}

/** The sums of a month, of a host and of a community. A trigger adds each new entry. */
export const ledgerMonths = sqliteTable(
  'ledger_months',
  {
    ownerKind: text('owner_kind', { enum: ledgerOwnerKinds }).notNull(),
    ownerId: text('owner_id').notNull(),
    month: text('month').notNull(),
    currency: text('currency').notNull(),
    ...sums,
    /** The part of `net` that is not from games. */
    outside: integer('outside').notNull(),
    /** What left for the bank. It is no part of `net`. */
    payouts: integer('payouts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerKind, t.ownerId, t.month, t.currency] })],
)

/** The sums of a game in a month. A trigger adds each new entry. */
export const ledgerGames = sqliteTable(
  'ledger_games',
  {
    eventId: text('event_id').notNull(),
    month: text('month').notNull(),
    currency: text('currency').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    teamId: text('team_id'),
    seasonId: text('season_id'),
    /** The game as it was at the latest entry, so that a page of a month reads nothing else. */
    title: text('title').notNull(),
    startsAt: integer('starts_at').notNull(),
    timeZone: text('time_zone').notNull(),
    ...sums,
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.month, t.currency] }),
    index('ledger_games_by_user').on(t.userId, t.month, t.startsAt, t.eventId),
    index('ledger_games_by_team').on(t.teamId, t.month, t.startsAt, t.eventId).where(sql`team_id IS NOT NULL`),
    index('ledger_games_by_season').on(t.seasonId, t.startsAt, t.eventId).where(sql`season_id IS NOT NULL`),
  ],
)

/** Whether the entries of an account add up to what Stripe says. */
export const ledgerChecks = sqliteTable(
  'ledger_checks',
  {
    accountId: text('account_id').notNull(),
    currency: text('currency').notNull(),
    /** The sum of all entries. A trigger adds each new one. */
    ours: integer('ours').notNull(),
    /** What was on an account that the host linked before our first entry. Null until it is known. */
    opening: integer('opening'),
    /** The balance at Stripe, available and pending. Null until it is known. */
    theirs: integer('theirs'),
    difference: integer('difference'),
    checkedAt: integer('checked_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.currency] }), index('ledger_checks_different').on(t.checkedAt).where(sql`difference <> 0`)],
)

/** Money that went to the bank of a host, as it was at Stripe when it was last read. */
export const payouts = sqliteTable(
  'payouts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: payoutStates }).notNull(),
    arrivesAt: integer('arrives_at').notNull(),
    createdAt: integer('created_at').notNull(),
    failure: text('failure'),
    /** Stripe says which transactions are in it. For payouts that a host made by hand it never does. */
    isListed: integer('is_listed', { mode: 'boolean' }).notNull(),
    /** The last of its transactions that we have read, while there are more. */
    listedUntil: text('listed_until'),
    /** When its entries were known. */
    explainedAt: integer('explained_at'),
    /**
     * Sums of its entries, which nobody reads. They are no longer written. The previous release writes them, so only the next one can drop
     * them, and those of `team_payouts` but for `net`.
     */
    gross: integer('gross'),
    payments: integer('payments'),
    stripeFee: integer('stripe_fee'),
    ourFee: integer('our_fee'),
    refunds: integer('refunds'),
    disputes: integer('disputes'),
    other: integer('other'),
    net: integer('net'),
    outside: integer('outside'),
  },
  (t) => [
    index('payouts_by_user').on(t.userId, t.createdAt, t.id),
    index('payouts_on_the_way').on(t.accountId, t.createdAt).where(sql`state IN ('pending', 'in_transit')`),
    index('payouts_unexplained').on(t.accountId, t.createdAt).where(sql`is_listed = 1 AND explained_at IS NULL`),
    index('payouts_failed').on(t.createdAt).where(sql`state = 'failed'`),
  ],
)

/** The part of a payout that comes from the games of a community. */
export const teamPayouts = sqliteTable(
  'team_payouts',
  {
    teamId: text('team_id').notNull(),
    payoutId: text('payout_id')
      .notNull()
      .references(() => payouts.id),
    createdAt: integer('created_at').notNull(),
    ...sums,
  },
  (t) => [primaryKey({ columns: [t.teamId, t.createdAt, t.payoutId] })],
)
