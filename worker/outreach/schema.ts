import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { outreachKinds } from '../../domain/outreach/limits.ts'
import { users } from '../accounts/schema.ts'

/** Who reached out to whom, and when. It is only counted, and deleted after the longest time in `outreachLimits`. */
export const outreach = sqliteTable(
  'outreach',
  {
    id: text('id').primaryKey(),
    senderId: text('sender_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: outreachKinds }).notNull(),
    /** Null for a call to everyone who follows a place. */
    recipientId: text('recipient_id').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('outreach_by_sender').on(t.senderId, t.kind, t.createdAt),
    index('outreach_by_pair').on(t.recipientId, t.senderId, t.kind, t.createdAt),
    index('outreach_by_time').on(t.createdAt),
  ],
)
