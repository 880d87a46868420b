import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mailFrequencies, mailTopicKeys, topicGroups } from '../../domain/mail/topics.ts'
import { notificationChannels } from '../../domain/notifications/contract.ts'
import type { QuietHours } from '../../domain/notifications/quiet-hours.ts'
import { platformIds } from '../../domain/platforms.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { users } from '../accounts/schema.ts'
import { teamTopics } from '../team-topics/schema.ts'
import { teams } from '../teams/schema.ts'

/** One notification of a person. The key identifies the fact, so that nobody is notified twice. */
export const notices = sqliteTable(
  'notices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    topic: text('topic').notNull(),
    /** The group of the topic, so that a list of one group reads no other rows. */
    area: text('area', { enum: topicGroups }).notNull().default('ours'),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** The page that a tap opens. */
    path: text('path').notNull(),
    /** The person who caused it. The notice is deleted when they are blocked or delete their account. */
    actorId: text('actor_id').references(() => users.id),
    teamId: text('team_id').references(() => teams.id),
    /** The topic of the team. It may be deleted since. */
    teamTopicId: text('team_topic_id'),
    /** Why this person got it, in words. Notices of older releases have none. */
    reason: text('reason'),
    createdAt: integer('created_at').notNull(),
    readAt: integer('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('notices_in_order').on(t.userId, t.createdAt, t.key),
    index('notices_by_area').on(t.userId, t.area, t.createdAt, t.key),
    index('notices_unread').on(t.userId, t.readAt, t.createdAt, t.key),
    index('notices_by_actor').on(t.actorId, t.userId),
    index('notices_by_team').on(t.teamId),
    index('notices_by_age').on(t.createdAt),
  ],
)

/** Topics for which a person turned push off. Topics without email are stored by address, in `mail_optouts`. */
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

/** Teams that a person muted. A mute overrides every topic. */
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

/** Topics of teams that a person turned off on a channel. Without a row, a topic is on. */
export const teamTopicOptouts = sqliteTable(
  'team_topic_optouts',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    topicId: text('topic_id')
      .notNull()
      .references(() => teamTopics.id),
    channel: text('channel', { enum: notificationChannels }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topicId, t.channel] }), index('team_topic_optouts_by_topic').on(t.topicId)],
)

/** People who have looked at their notification settings. The others still see the setup task for it. */
export const notificationChoices = sqliteTable('notification_choices', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  chosenAt: integer('chosen_at').notNull(),
})

/** How often a person gets emails of a topic, if it is not the default. */
export const mailFrequencyChoices = sqliteTable(
  'mail_frequency_choices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    topic: text('topic', { enum: mailTopicKeys }).notNull(),
    frequency: text('frequency', { enum: mailFrequencies }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
)

/** When a person wants emails and quiet, if it is not the default. */
export const notificationTimes = sqliteTable('notification_times', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The day of weekly emails. */
  weekday: text('weekday', { enum: weekdays }).notNull(),
  quietHours: text('quiet_hours', { mode: 'json' }).$type<QuietHours>(),
  createdAt: integer('created_at').notNull(),
})

/** Notifications whose emails wait. Their texts are in `notices`. */
export const digestEntries = sqliteTable(
  'digest_entries',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    topic: text('topic', { enum: mailTopicKeys }).notNull(),
    platform: text('platform', { enum: platformIds }),
    /** It has an email of its own, and is not collected with others. */
    isAlone: integer('is_alone', { mode: 'boolean' }).notNull().default(false),
    dueAt: integer('due_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('digest_entries_due').on(t.dueAt, t.userId, t.topic)],
)
