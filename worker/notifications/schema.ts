import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** What a person was told of, once: the key names the fact. */
export const notices = sqliteTable(
  'notices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    topic: text('topic').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Where a tap leads. */
    path: text('path').notNull(),
    /** Whose doing it was. Their notices go when they are blocked or gone. */
    actorId: text('actor_id').references(() => users.id),
    teamId: text('team_id').references(() => teams.id),
    createdAt: integer('created_at').notNull(),
    readAt: integer('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('notices_in_order').on(t.userId, t.createdAt, t.key),
    index('notices_unread').on(t.userId, t.readAt),
    index('notices_by_actor').on(t.actorId, t.userId),
    index('notices_by_team').on(t.teamId),
    index('notices_by_age').on(t.createdAt),
  ],
)

/** Topics a person wants no push of. What they want no mail of is kept by address, in `mail_optouts`. */
export const pushOptouts = sqliteTable(
  'push_optouts',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    topic: text('topic').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
)

/** Teams a person wants to hear nothing of. Beats every topic. */
export const teamMutes = sqliteTable(
  'team_mutes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.teamId] })],
)

/** Who has looked at what they want to hear of and decided. Until then they are asked to. */
export const notificationChoices = sqliteTable('notification_choices', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  chosenAt: integer('chosen_at').notNull(),
})
