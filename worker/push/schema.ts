import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platformIds } from '../../domain/platforms.ts'
import { pushOutcomes } from '../../domain/push/contract.ts'
import { users } from '../accounts/schema.ts'

/** The browsers that get alerts, each with what we need to send to it. */
export const pushDevices = sqliteTable(
  'push_devices',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The session in which it subscribed. When it ends, the alerts end too. It is no foreign key, because sessions end alone. */
    sessionId: text('session_id').notNull(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The browser knows the token. We store only its hash. */
    tokenHash: text('token_hash').notNull().unique(),
    userAgent: text('user_agent').notNull(),
    platform: text('platform', { enum: platformIds }).notNull(),
    hidesText: integer('hides_text', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    refreshedAt: integer('refreshed_at').notNull(),
    /** How the last message ended, and since when it has been so. */
    outcome: text('outcome', { enum: pushOutcomes }),
    outcomeAt: integer('outcome_at'),
    /** The last test. The service worker reports it with a token that works once. */
    testHash: text('test_hash').unique(),
    testAskedAt: integer('test_asked_at'),
    testTakenAt: integer('test_taken_at'),
    testShownAt: integer('test_shown_at'),
  },
  (t) => [index('push_devices_by_user').on(t.userId, t.createdAt), index('push_devices_by_session').on(t.sessionId)],
)
