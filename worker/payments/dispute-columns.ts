import { integer, text } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../domain/money.ts'
import { disputeStates } from '../../domain/orders/disputes.ts'

/** What Stripe says about a dispute, whatever was paid for. */
export const disputeColumns = () => ({
  accountId: text('account_id').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency', { enum: currencies }).notNull(),
  reason: text('reason').notNull(),
  state: text('state', { enum: disputeStates }).notNull(),
  /** Until when the host can answer. */
  respondBy: integer('answer_until'),
  /** When the host was reminded of it. */
  remindedAt: integer('reminded_at'),
  createdAt: integer('created_at').notNull(),
  /** When we learned that it was decided. */
  closedAt: integer('closed_at'),
  /** When it was read at Stripe. What was read before this changes nothing. */
  readAt: integer('read_at').notNull(),
})
