import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { City } from '../../domain/cities/contract.ts'
import { stateCodes } from '../../domain/us-states.ts'

/** The number of the band of a latitude. A band is a tenth of a degree high, and `bandOf` gives the same number in code. */
export const selectBand = (lat: SQLWrapper): SQL => sql`CAST(${lat} * 10 AS INTEGER)`
export const bandOf = (lat: number): number => Math.trunc(lat * 10)

export const cities = sqliteTable(
  'cities',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state', { enum: stateCodes }).notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    timeZone: text('time_zone').notNull(),
    population: integer('population').notNull(),
  },
  // Within a band, the cities are in order from west to east. An index by latitude alone reads all cities from coast to coast.
  (t) => [index('cities_by_band').on(selectBand(t.lat), t.lng, t.lat)],
)

/** All texts that find a city. The primary key covers the search, so the table itself is never read. */
export const cityNames = sqliteTable(
  'city_names',
  {
    name: text('name').notNull(),
    weight: integer('weight').notNull(),
    cityId: integer('city_id')
      .notNull()
      .references(() => cities.id),
  },
  (t) => [primaryKey({ columns: [t.name, t.weight, t.cityId] })],
)

/** The stored answer for each prefix that has too many matches, so that a search reads one row instead of hundreds. */
export const cityPrefixes = sqliteTable('city_prefixes', {
  prefix: text('prefix').primaryKey(),
  cities: text('cities', { mode: 'json' }).$type<City[]>().notNull(),
})
