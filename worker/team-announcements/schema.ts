import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teamTopics } from '../team-topics/schema.ts'
import { teams } from '../teams/schema.ts'

/** Messages from those who run a team to its members. */
export const teamAnnouncements = sqliteTable(
  'team_announcements',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** Null without a topic. When a topic is deleted, its announcements stay without one. */
    topicId: text('topic_id').references(() => teamTopics.id),
    /** Null once the account of the author is deleted. */
    authorId: text('author_id').references(() => users.id),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Increases with each edit, so that a second tab notices a change. */
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    editedAt: integer('edited_at'),
    /** A deleted one stays for a day without its text, because it still counts for the limit of the day. */
    deletedAt: integer('deleted_at'),
    /** How many members have read it. Triggers count the rows of `team_announcement_reads`. */
    reads: integer('reads').notNull().default(0),
  },
  (t) => [
    index('team_announcements_newest').on(t.teamId, t.createdAt, t.id),
    index('team_announcements_by_topic').on(t.topicId, t.createdAt, t.id),
    index('team_announcements_by_author').on(t.authorId),
  ],
)

/** Who has opened an announcement. The author has no row. */
export const teamAnnouncementReads = sqliteTable(
  'team_announcement_reads',
  {
    announcementId: text('announcement_id')
      .notNull()
      .references(() => teamAnnouncements.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    readAt: integer('read_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.announcementId, t.userId] }),
    index('team_announcement_reads_in_order').on(t.announcementId, t.readAt, t.userId),
    index('team_announcement_reads_by_user').on(t.userId),
  ],
)
