import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { City } from '../../domain/cities/contract.ts'
import { genders, joinReasons, type PlayedActivity, pronouns } from '../../domain/profiles/contract.ts'
import { users } from '../accounts/schema.ts'
import { spotCells } from '../geo/schema.ts'

/** What a person tells of themselves. The name and picture that stand everywhere are the account's. */
export const profiles = sqliteTable('profiles', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Private: for organizers who need it on a form, never for the public profile. */
  fullName: text('full_name').notNull(),
  bio: text('bio').notNull(),
  cityId: integer('city_id').notNull(),
  cityName: text('city_name').notNull(),
  cityState: text('city_state').$type<City['state']>().notNull(),
  /** The city's, not the person's. */
  lat: real('lat').notNull(),
  lng: real('lng').notNull(),
  timeZone: text('time_zone').notNull(),
  gender: text('gender', { enum: genders }),
  pronoun: text('pronoun', { enum: pronouns }).notNull(),
  joinReason: text('join_reason', { enum: joinReasons }),
  /** What they play: [{ activity, level, isOn }]. Read and written as one. */
  activities: text('activities', { mode: 'json' }).$type<PlayedActivity[]>().notNull(),
  /** What badges are given for, kept here so that a profile counts no games: `Tallies` of domain/profiles/badges.ts. */
  gamesPlayed: integer('games_played').notNull().default(0),
  gamesHosted: integer('games_hosted').notNull().default(0),
  gamesKept: integer('games_kept').notNull().default(0),
  /** Goes up with each save, so that a second tab notices the first. */
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** The words of each name, so that people are found by the beginning of any. */
export const profileWords = sqliteTable(
  'profile_words',
  {
    word: text('word').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.word, t.userId] }), index('profile_words_by_user').on(t.userId)],
)

/** By their city, for what they play. */
export const personCells = spotCells('person_cells')
