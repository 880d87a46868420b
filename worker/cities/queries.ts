import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { City, CitySource } from '../../domain/cities/contract.ts'
import { citiesShown, citySearchTerms } from '../../domain/cities/rules.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { select, selectFields } from '../platform/row-query.ts'
import { cities, cityNames, cityPrefixes } from './schema.ts'

const [c, n] = [alias(cities, 'c'), alias(cityNames, 'n')]

const cityFields = { id: c.id, name: c.name, state: c.state, lat: c.lat, lng: c.lng, timeZone: c.timeZone }

/** Cities that what was typed may mean, likeliest first. One round trip; no city is read that is not a match. */
export async function searchCities(db: Database, typed: string): Promise<City[]> {
  const [first, ...others] = citySearchTerms(typed)
  if (!first) return []
  const { ready, beginning, named } = await runBatch(db, {
    ready: select({ cities: cityPrefixes.cities }, selectReady(first)),
    beginning: namesBeginning(first),
    named: others.map(wholeName),
  })
  const matches = [beginning, ...named].flatMap(({ rows }) => rows.toSorted((a, b) => b.weight - a.weight || a.id - b.id))
  const seen = new Map<number, City>()
  for (const city of ready.rows[0]?.cities ?? []) seen.set(city.id, city)
  for (const { weight: _, ...city } of matches) if (!seen.has(city.id)) seen.set(city.id, city)
  return [...seen.values()].slice(0, citiesShown)
}

const selectReady = (text: string): SQL =>
  sql`SELECT ${cityPrefixes.cities} AS cities FROM ${cityPrefixes} WHERE ${cityPrefixes.prefix} = ${text}`

const selectMatches = (where: SQL) =>
  selectFields({ ...cityFields, weight: n.weight }, sql`FROM ${cityNames} ${n} JOIN ${cities} ${c} ON ${c.id} = ${n.cityId} WHERE ${where}`)

/** A beginning without a ready answer has so few names that all are read; with one, the range is empty. */
const namesBeginning = (text: string) =>
  selectMatches(sql`${n.name} >= ${text} AND ${n.name} < iif(EXISTS (${selectReady(text)}), '', ${`${text}\u{10FFFF}`})`)

const wholeName = (text: string) => selectMatches(sql`${n.name} = ${text}`)

const maxNames = 45
/** No city's whole name begins so many others; what does ("san", "lake") is no name by itself. */
const maxLongerNames = 60

/**
 * Cities that bear exactly these folded names, each name's largest first: "portland" and "portland me". One round trip;
 * each name reads those that begin with it as whole words, mostly a handful.
 */
export async function findCitiesNamed(db: Database, names: readonly string[]): Promise<Map<string, CitySource[]>> {
  const asked = names.slice(0, maxNames)
  const { found } = await runBatch(db, { found: asked.map(bearersOf) })
  return new Map(asked.map((name, index) => [name, found[index]?.rows ?? []]))
}

/** In any state where the name ends without one. What is found inside a longer name ("worth tx") weighs less than nothing. */
const bearersOf = (name: string) =>
  select(
    { ...cityFields, population: c.population },
    sql`SELECT DISTINCT ${c.id} AS id, ${c.name} AS name, ${c.state} AS state, ${c.lat} AS lat, ${c.lng} AS lng, ${c.timeZone} AS timeZone,
        ${c.population} AS population
      FROM (SELECT ${cityNames.name}, ${cityNames.weight}, ${cityNames.cityId} FROM ${cityNames}
          WHERE ${cityNames.name} >= ${name} AND ${cityNames.name} < ${`${name}!`} LIMIT ${maxLongerNames}) ${n}
        JOIN ${cities} ${c} ON ${c.id} = ${n.cityId} AND ${n.weight} >= 0 AND (${n.name} = ${name} OR length(${n.name}) = ${name.length + ' tx'.length})
      ORDER BY ${c.population} DESC, ${c.id} LIMIT ${citiesShown}`,
  )

export const findCity = async (db: Database, id: number): Promise<City | null> =>
  (await readFirst(db, db.select(cityFields).from(c).where(eq(c.id, id)))) ?? null
