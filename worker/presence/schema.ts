import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'

/**
 * People with an open socket. Only these are told of news. The object of a person keeps it; a row may stay a while after the person lost
 * their network, until the next news.
 */
export const onlinePeople = sqliteTable('online_people', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  since: integer('since').notNull(),
})

/** The events whose pages are open. */
export const shownEvents = sqliteTable(
  'shown_events',
  {
    eventId: text('event_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.userId] }), index('shown_events_by_user').on(t.userId)],
)
