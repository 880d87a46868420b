import { eq, sql } from 'drizzle-orm'
import type { City, CitySource } from '../../domain/cities/contract.ts'
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

const namesMost = 45
/** No city's whole name begins so many others; what does ("san", "lake") is no name by itself. */
const longerNamesMost = 60

/**
 * Cities that bear exactly these folded names, each name's largest first: "portland" and "portland me". One round trip;
 * each name reads those that begin with it as whole words, mostly a handful.
 */
export async function findCitiesNamed(db: Database, names: readonly string[]): Promise<Map<string, CitySource[]>> {
  if (names.length === 0) return new Map()
  const asked = names.slice(0, namesMost)
  const found = await runBatch<CitySource>(db, asked.map(bearersOf))
  return new Map(asked.map((name, index) => [name, found[index]?.results ?? []]))
}

/** In any state where the name ends without one. What is found inside a longer name ("worth tx") weighs less than nothing. */
const bearersOf = (name: string) => sql`
  SELECT DISTINCT c.id, c.name, c.state, c.lat, c.lng, c.time_zone AS timeZone, c.population
  FROM (SELECT name, weight, city_id FROM city_names WHERE name >= ${name} AND name < ${`${name}!`} LIMIT ${longerNamesMost}) n
    JOIN cities c ON c.id = n.city_id AND n.weight >= 0 AND (n.name = ${name} OR length(n.name) = ${name.length + ' tx'.length})
  ORDER BY c.population DESC, c.id LIMIT ${citiesShown}`

export async function findCity(db: Database, id: number): Promise<City | null> {
  const [city] = await db.select(shown).from(cities).where(eq(cities.id, id))
  return (city as City | undefined) ?? null
}
