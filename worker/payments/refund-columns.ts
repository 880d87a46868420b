import { integer, text } from 'drizzle-orm/sqlite-core'
import { refundWaits } from '../../domain/orders/contract.ts'

/** What each table of refunds has about those that do not go back at once. */
export const refundWaitColumns = () => ({
  /** Why it does not go back yet. Null once it has gone. */
  waitsFor: text('waits_for', { enum: refundWaits }),
  /** When the hourly sweep last tried to send it. What was tried longest ago comes first, so refunds that never work stop no others. */
  triedAt: integer('tried_at').notNull().default(0),
})

/** What each table of payments has whose refunds have no table of their own. */
export const refusedColumns = () => ({
  /** What banks did not take of what went back, and nobody has sent again. */
  refused: integer('refused').notNull().default(0),
  /** When that was last read for the first time. */
  refusedAt: integer('refused_at'),
})
