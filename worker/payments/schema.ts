import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { endpoints, eventTypes } from '../../domain/payments/webhooks.ts'

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
