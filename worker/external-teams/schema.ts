import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { externalTeamStates } from '../../domain/external-teams/contract.ts'
import { type FeedFailure, feedFailures } from '../../domain/external-teams/failures.ts'
import { users } from '../accounts/schema.ts'

/** A team of another site whose calendar a person has linked. Only this person sees it. */
export const externalTeams = sqliteTable(
  'external_teams',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    address: text('address').notNull(),
    /** A secret: whoever has it can read the calendar. It is in no answer and in no log. */
    feedUrl: text('feed_url').notNull(),
    /** For times of the calendar that have no zone. */
    timeZone: text('time_zone').notNull(),
    state: text('state', { enum: externalTeamStates }).notNull(),
    /** The job that loads the calendar now. The answer of any other job is dropped. */
    fetchId: text('fetch_id'),
    /** Null if nothing is due: loading has stopped, or the team was removed. */
    nextFetchAt: integer('next_fetch_at'),
    triedAt: integer('tried_at'),
    /** The last success. */
    fetchedAt: integer('fetched_at'),
    /** When the games were last written, so that repeating games reach far enough ahead. */
    expandedAt: integer('expanded_at'),
    /** What the site sent with the calendar, so that it can answer "not modified". */
    etag: text('etag'),
    lastModified: text('last_modified'),
    contentHash: text('content_hash'),
    skippedEntries: integer('skipped_entries').notNull(),
    isCut: integer('is_cut', { mode: 'boolean' }).notNull(),
    failure: text('failure', { enum: feedFailures }),
    failureCount: integer('failure_count').notNull(),
    failedSince: integer('failed_since'),
    /** The kinds of failures that the owner was notified of since the last success. */
    notifiedFailures: text('notified_failures', { mode: 'json' }).$type<FeedFailure[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Set for a day after the owner removed it, so that they can undo it. */
    removedAt: integer('removed_at'),
  },
  (t) => [
    index('external_teams_in_order').on(t.userId, t.createdAt, t.id),
    index('external_teams_due').on(t.nextFetchAt).where(sql`next_fetch_at IS NOT NULL`),
    index('external_teams_removed').on(t.removedAt).where(sql`removed_at IS NOT NULL`),
  ],
)

/** A date of such a calendar, upcoming or going on. All rows of a team are replaced together. */
export const externalGames = sqliteTable(
  'external_games',
  {
    externalTeamId: text('external_team_id')
      .notNull()
      .references(() => externalTeams.id),
    /** The id of the entry in its calendar, and which of its dates this is. */
    uid: text('uid').notNull(),
    occurrence: text('occurrence').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    place: text('place').notNull(),
    startsAt: integer('starts_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** The days of an entry without times, as YYYY-MM-DD. */
    firstDate: text('first_date'),
    lastDate: text('last_date'),
    isCancelled: integer('is_cancelled', { mode: 'boolean' }).notNull(),
    isBusy: integer('is_busy', { mode: 'boolean' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.externalTeamId, t.uid, t.occurrence] }),
    index('external_games_in_order').on(t.userId, t.startsAt, t.externalTeamId, t.uid, t.occurrence),
  ],
)
