import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { registrationKinds } from '../../domain/seasons/contract.ts'
import { attendances } from '../../domain/seasons/pattern-contract.ts'
import { resultChangeKinds, sides } from '../../domain/seasons/results-contract.ts'
import type { Meeting, TableRow } from '../../domain/seasons/standings.ts'
import { substituteAnswers } from '../../domain/seasons/substitutes-contract.ts'
import { users } from '../accounts/schema.ts'
import { events } from '../events/schema.ts'
import { guests, teams } from '../teams/schema.ts'

/** Start and end are calendar days as 'YYYY-MM-DD', so that they can be sorted as text. */
export const seasons = sqliteTable(
  'seasons',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    label: text('label').notNull(),
    startsOn: text('starts_on').notNull(),
    endsOn: text('ends_on').notNull(),
    /** Null once that account is deleted. */
    createdBy: text('created_by').references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** Increases whenever something changes that the table depends on. */
    resultsVersion: integer('results_version').notNull().default(0),
    /** Increases with each edit of the label or the dates, so that a second tab notices a change. */
    version: integer('version').notNull().default(1),
    /** The season that this one is a copy of; null for a new one. That season may be deleted. */
    copiedFrom: text('copied_from'),
  },
  (t) => [index('seasons_in_order').on(t.teamId, t.endsOn, t.id), index('seasons_by_creator').on(t.createdBy)],
)

/** The row came with a copy of a season, and nobody has changed it since. Undoing the copy deletes only such rows. */
const copiedColumn = () => integer('is_copied', { mode: 'boolean' }).notNull().default(false)

/** The sides of a season. */
export const seasonGroups = sqliteTable(
  'season_groups',
  {
    id: text('id').primaryKey(),
    seasonId: text('season_id')
      .notNull()
      .references(() => seasons.id),
    name: text('name').notNull(),
    /** The name in the form in which two names are compared. */
    nameKey: text('name_key').notNull(),
    /** From 1 to 5 in steps of 0.5; null means no limit. */
    levelMin: real('level_min'),
    levelMax: real('level_max'),
    size: integer('size'),
    /** A random number. It decides the place of sides that nothing else separates. */
    lot: integer('lot').notNull(),
    isCopied: copiedColumn(),
  },
  (t) => [uniqueIndex('season_groups_by_name').on(t.seasonId, t.nameKey)],
)

/** This table is not WITHOUT ROWID, because deleting rows by person would scan such a table. */
export const seasonRegistrations = sqliteTable(
  'season_registrations',
  {
    seasonId: text('season_id')
      .notNull()
      .references(() => seasons.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** A copy of the end of the season, changed with it. The registrations of a person are sorted by it. */
    endsOn: text('ends_on').notNull(),
    registeredAt: integer('registered_at').notNull(),
    kind: text('kind', { enum: registrationKinds }).notNull().default('player'),
    groupId: text('group_id').references(() => seasonGroups.id),
    isCopied: copiedColumn(),
    /** What they sent with a form and were registered by, as long as nobody has changed it by hand. */
    submissionId: text('submission_id'),
  },
  (t) => [
    primaryKey({ columns: [t.seasonId, t.userId] }),
    index('season_registrations_by_submission').on(t.submissionId).where(sql`submission_id IS NOT NULL`),
    index('season_registrations_by_user').on(t.userId, t.endsOn, t.seasonId),
    index('season_registrations_by_group').on(t.groupId),
    uniqueIndex('season_registrations_one_captain').on(t.groupId).where(sql`kind = 'captain'`),
  ],
)

/**
 * The guests of the community in a season: children of members, and people without an account. They are players, and nothing else: only an
 * account can lead a side or be asked to come to a game.
 */
export const seasonGuests = sqliteTable(
  'season_guests',
  {
    seasonId: text('season_id')
      .notNull()
      .references(() => seasons.id),
    guestId: text('guest_id')
      .notNull()
      .references(() => guests.id),
    /** A copy of the end of the season, changed with it. */
    endsOn: text('ends_on').notNull(),
    registeredAt: integer('registered_at').notNull(),
    groupId: text('group_id').references(() => seasonGroups.id),
    isCopied: copiedColumn(),
    /** The submission that registered them, as long as nobody has changed it by hand. */
    submissionId: text('submission_id'),
  },
  (t) => [
    primaryKey({ columns: [t.seasonId, t.guestId] }),
    index('season_guests_by_submission').on(t.submissionId).where(sql`submission_id IS NOT NULL`),
    index('season_guests_by_guest').on(t.guestId, t.endsOn, t.seasonId),
    index('season_guests_by_group').on(t.groupId),
  ],
)

/** The games of a season. With two groups a game is a match, and can have a result. */
export const teamSessions = sqliteTable(
  'team_sessions',
  {
    eventId: text('event_id')
      .primaryKey()
      .references(() => events.id),
    seasonId: text('season_id')
      .notNull()
      .references(() => seasons.id),
    homeGroupId: text('home_group_id').references(() => seasonGroups.id),
    awayGroupId: text('away_group_id').references(() => seasonGroups.id),
    /** Null until a result is entered. */
    homeScore: integer('home_score'),
    awayScore: integer('away_score'),
    forfeitSide: text('forfeit_side', { enum: sides }),
    /** The sides whose captain entered or confirmed the result. */
    homeAgrees: integer('home_agrees', { mode: 'boolean' }).notNull().default(false),
    awayAgrees: integer('away_agrees', { mode: 'boolean' }).notNull().default(false),
    disputedSide: text('disputed_side', { enum: sides }),
    /** Someone who keeps the score has decided a dispute. */
    isSettled: integer('is_settled', { mode: 'boolean' }).notNull().default(false),
    version: integer('version').notNull().default(0),
    /** The id of the latest change. The statements of a batch recognize by it that their own change was made. */
    lastChangeId: text('last_change_id'),
    /** How people come to the game who register for the season later. Null for a game that was put in the season by hand. */
    attendance: text('attendance', { enum: attendances }),
    isCopied: copiedColumn(),
  },
  (t) => [
    index('team_sessions_by_season').on(t.seasonId),
    index('team_sessions_by_home').on(t.homeGroupId),
    index('team_sessions_by_away').on(t.awayGroupId),
    index('team_sessions_open').on(t.seasonId).where(sql`home_group_id IS NOT NULL AND (home_score IS NULL OR disputed_side IS NOT NULL)`),
  ],
)

/** Every change of a result, so that people can see who changed what. */
export const resultChanges = sqliteTable(
  'result_changes',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => teamSessions.eventId),
    /** Null once that account is deleted. */
    userId: text('user_id').references(() => users.id),
    kind: text('kind', { enum: resultChangeKinds }).notNull(),
    homeScore: integer('home_score').notNull(),
    awayScore: integer('away_score').notNull(),
    forfeitSide: text('forfeit_side', { enum: sides }),
    note: text('note').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('result_changes_in_order').on(t.eventId, t.createdAt, t.id), index('result_changes_by_user').on(t.userId)],
)

/** A row, and the matches that decided between two sides. Rows that an older release stored have no meetings. */
export type StoredRow = TableRow & { meetings?: Meeting[] }

/** The table of each season as it was computed last. It is computed again when it is read and no longer of this version. */
export const seasonTables = sqliteTable('season_tables', {
  seasonId: text('season_id')
    .primaryKey()
    .references(() => seasons.id),
  version: integer('version').notNull(),
  isOver: integer('is_over', { mode: 'boolean' }).notNull(),
  rows: text('rows', { mode: 'json' }).$type<StoredRow[]>().notNull(),
})

/** A game of a season that lost a seat late, or for which somebody asks for a substitute. */
export const substituteCalls = sqliteTable(
  'substitute_calls',
  {
    eventId: text('event_id')
      .primaryKey()
      .references(() => teamSessions.eventId),
    /** Substitutes can take seats as long as fewer seats than this are held. */
    seats: integer('seats').notNull(),
    /** How many times people were asked. Two jobs at the same time recognize by it that one of them was first. */
    waves: integer('waves').notNull().default(0),
    /** When the next people are asked. Null if nobody else is asked, unless by hand. */
    nextWaveAt: integer('next_wave_at'),
  },
  (t) => [index('substitute_calls_due').on(t.nextWaveAt).where(sql`next_wave_at IS NOT NULL`)],
)

/** A person who was asked to take a seat in a game. */
export const substituteAsks = sqliteTable(
  'substitute_asks',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => teamSessions.eventId),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    askedAt: integer('asked_at').notNull(),
    isByHand: integer('is_by_hand', { mode: 'boolean' }).notNull().default(false),
    /** Who asked by hand; null once that account is deleted. */
    askedBy: text('asked_by').references(() => users.id),
    /** Null as long as the person has not answered. */
    answer: text('answer', { enum: substituteAnswers }),
    answeredAt: integer('answered_at'),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index('substitute_asks_by_user').on(t.userId, t.askedAt),
    index('substitute_asks_by_asker').on(t.askedBy),
  ],
)
