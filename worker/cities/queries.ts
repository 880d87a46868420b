import { eq, sql } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { citiesShown, citySearchTerms } from '../../domain/cities/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { cities } from './schema.ts'

const shown = { id: cities.id, name: cities.name, state: cities.state, lat: cities.lat, lng: cities.lng, timeZone: cities.timeZone }

/** Cities that what was typed may mean, likeliest first. One round trip; no city is read that is not a match. */
export async function searchCities(db: Database, typed: string): Promise<City[]> {
  const [first, ...others] = citySearchTerms(typed)
  if (!first) return []
  const [ready, ...found] = await runBatch(db, [readyAnswer(first), namesBeginning(first), ...others.map(wholeName)])
  const [row] = (ready?.results ?? []) as { cities: string }[]
  const winners: City[] = row ? JSON.parse(row.cities) : []
  const matches = found.flatMap(({ results }) => (results as Match[]).toSorted((a, b) => b.weight - a.weight || a.id - b.id))
  const seen = new Map<number, City>()
  for (const { weight: _, ...city } of [...winners, ...matches] as Match[]) if (!seen.has(city.id)) seen.set(city.id, city)
  return [...seen.values()].slice(0, citiesShown)
}

type Match = City & { weight: number }

const readyAnswer = (text: string) => sql`SELECT cities FROM city_prefixes WHERE prefix = ${text}`

const matches = sql`
  SELECT c.id, c.name, c.state, c.lat, c.lng, c.time_zone AS timeZone, n.weight
  FROM city_names n JOIN cities c ON c.id = n.city_id`

/** A beginning without a ready answer has so few names that all are read; with one, the range is empty. */
const namesBeginning = (text: string) => sql`${matches}
  WHERE n.name >= ${text} AND n.name < iif(EXISTS (${readyAnswer(text)}), '', ${`${text}\u{10FFFF}`})`

const wholeName = (text: string) => sql`${matches} WHERE n.name = ${text}`

export async function findCity(db: Database, id: number): Promise<City | null> {
  const [city] = await db.select(shown).from(cities).where(eq(cities.id, id))
  return (city as City | undefined) ?? null
}
