import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'

/** A person without a row has all settings off. */
export const privacySettings = sqliteTable('privacy_settings', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  messagesFromAnyone: integer('messages_from_anyone', { mode: 'boolean' }).notNull(),
  publicBadges: integer('public_badges', { mode: 'boolean' }).notNull(),
  publicOnlineStatus: integer('public_online_status', { mode: 'boolean' }).notNull(),
  publicUpcomingGames: integer('public_upcoming_games', { mode: 'boolean' }).notNull(),
  publicHours: integer('public_hours', { mode: 'boolean' }).notNull().default(true),
  publicLinkPreview: integer('public_link_preview', { mode: 'boolean' }).notNull().default(false),
  updatedAt: integer('updated_at').notNull(),
})

export const blocks = sqliteTable(
  'blocks',
  {
    id: text('id').primaryKey(),
    blockerId: text('blocker_id')
      .notNull()
      .references(() => users.id),
    /** Null while no account has the blocked email, or while another row by name blocks the same person. */
    blockedId: text('blocked_id').references(() => users.id),
    /** Set when the person was blocked by email. The blocklist then shows only the email, so that it reveals no account. */
    email: text('email'),
    emailKey: text('email_key'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('blocks_one_person').on(t.blockerId, t.blockedId).where(sql`blocked_id IS NOT NULL`),
    uniqueIndex('blocks_one_email').on(t.blockerId, t.emailKey).where(sql`email_key IS NOT NULL`),
    index('blocks_by_blocked').on(t.blockedId, t.blockerId),
    index('blocks_by_email').on(t.emailKey),
    index('blocks_in_order').on(t.blockerId, t.createdAt, t.id),
  ],
)
