import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { City } from '../../domain/cities/contract.ts'
import { genders, joinReasons, type PlayedActivity, pronouns } from '../../domain/profiles/contract.ts'
import { users } from '../accounts/schema.ts'
import { makeItemCells } from '../geo/schema.ts'

/** What people tell about themselves. The display name and the picture are columns of the account. */
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
  /** The location of the city, not of the person. */
  lat: real('lat').notNull(),
  lng: real('lng').notNull(),
  timeZone: text('time_zone').notNull(),
  gender: text('gender', { enum: genders }),
  pronoun: text('pronoun', { enum: pronouns }).notNull(),
  joinReason: text('join_reason', { enum: joinReasons }),
  /** The person's activities: [{ activity, level, isOn }]. Always read together. */
  activities: text('activities', { mode: 'json' }).$type<PlayedActivity[]>().notNull(),
  /** Counts for badges, stored here so that a profile does not have to count games: `GameCounts` in domain/profiles/badges.ts. */
  gamesPlayed: integer('games_played').notNull().default(0),
  gamesHosted: integer('games_hosted').notNull().default(0),
  gamesKept: integer('games_kept').notNull().default(0),
  /** Grows with each save, so that a second tab notices the change. */
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** The words of each display name, so that a search can match the beginning of any word. */
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

/** The search index of people by the location of their city and by activity. */
export const personCells = makeItemCells('person_cells')
