import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CountedYear } from '../../domain/my-games/count-year.ts'
import { users } from '../accounts/schema.ts'

/** What a person played in a year, counted once a day when they ask. Only they read it. */
export const gameYears = sqliteTable(
  'game_years',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    year: integer('year').notNull(),
    counted: text('counted', { mode: 'json' }).$type<CountedYear>().notNull(),
    people: integer('people').notNull(),
    /** With whom they played most often; null if with nobody. */
    partnerId: text('partner_id').references(() => users.id),
    partnerGames: integer('partner_games').notNull(),
    countedAt: integer('counted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.year] }), index('game_years_by_partner').on(t.partnerId)],
)
