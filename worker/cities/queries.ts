import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { City, CitySource } from '../../domain/cities/contract.ts'
import { listCitySearchTerms, maxCitiesShown } from '../../domain/cities/rules.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, orNull, select, selectFields } from '../platform/row-query.ts'
import { bandOf, cities, cityNames, cityPrefixes, selectBand } from './schema.ts'

const [c, n] = [alias(cities, 'c'), alias(cityNames, 'n')]

const cityFields = { id: c.id, name: c.name, state: c.state, lat: c.lat, lng: c.lng, timeZone: c.timeZone }

/** Cities that match the typed text, most likely first. Takes one round trip and reads only matching cities. */
export async function searchCities(db: Database, typed: string): Promise<City[]> {
  const [first, ...others] = listCitySearchTerms(typed)
  if (!first) return []
  const { stored, prefixMatches, exactMatches } = await runBatch(db, {
    stored: select({ cities: cityPrefixes.cities }, selectStored(first)),
    prefixMatches: selectByPrefix(first),
    exactMatches: others.map(selectByName),
  })
  const matches = [prefixMatches, ...exactMatches].flatMap(({ rows }) => rows.toSorted((a, b) => b.weight - a.weight || a.id - b.id))
  const citiesById = new Map<number, City>()
  for (const city of stored.rows[0]?.cities ?? []) citiesById.set(city.id, city)
  for (const { weight: _, ...city } of matches) if (!citiesById.has(city.id)) citiesById.set(city.id, city)
  return [...citiesById.values()].slice(0, maxCitiesShown)
}

const selectStored = (text: string): SQL =>
  sql`SELECT ${cityPrefixes.cities} AS cities FROM ${cityPrefixes} WHERE ${cityPrefixes.prefix} = ${text}`

const selectMatches = (where: SQL) =>
  selectFields({ ...cityFields, weight: n.weight }, sql`FROM ${cityNames} ${n} JOIN ${cities} ${c} ON ${c.id} = ${n.cityId} WHERE ${where}`)

/** Names that start with the text. Reads nothing if `city_prefixes` has a stored answer, because only prefixes with many names have one. */
const selectByPrefix = (text: string) =>
  selectMatches(sql`${n.name} >= ${text} AND ${n.name} < iif(EXISTS (${selectStored(text)}), '', ${`${text}\u{10FFFF}`})`)

const selectByName = (text: string) => selectMatches(sql`${n.name} = ${text}`)

const maxNames = 45
/** No full city name is the start of more names than this. Texts that are ("san", "lake") are not names of cities. */
const maxLongerNames = 60

/**
 * Cities with exactly these folded names, such as "portland" and "portland me", largest first. Takes one round trip. For
 * each name it reads the names that start with the same whole words, which are usually few.
 */
export async function findCitiesNamed(db: Database, names: readonly string[]): Promise<Map<string, CitySource[]>> {
  const limitedNames = names.slice(0, maxNames)
  const { found } = await runBatch(db, { found: limitedNames.map(selectCitiesNamed) })
  return new Map(limitedNames.map((name, index) => [name, found[index]?.rows ?? []]))
}

/** Without a state, the name matches in any state. A negative weight means a match inside a longer name ("worth tx"), which does not count. */
const selectCitiesNamed = (name: string) =>
  select(
    { ...cityFields, population: c.population },
    sql`SELECT DISTINCT ${c.id} AS id, ${c.name} AS name, ${c.state} AS state, ${c.lat} AS lat, ${c.lng} AS lng, ${c.timeZone} AS timeZone,
        ${c.population} AS population
      FROM (SELECT ${cityNames.name}, ${cityNames.weight}, ${cityNames.cityId} FROM ${cityNames}
          WHERE ${cityNames.name} >= ${name} AND ${cityNames.name} < ${`${name}!`} LIMIT ${maxLongerNames}) ${n}
        JOIN ${cities} ${c} ON ${c.id} = ${n.cityId} AND ${n.weight} >= 0 AND (${n.name} = ${name} OR length(${n.name}) = ${name.length + ' tx'.length})
      ORDER BY ${c.population} DESC, ${c.id} LIMIT ${maxCitiesShown}`,
  )

export const findCity = async (db: Database, id: number): Promise<City | null> =>
  (await readFirst(db, db.select(cityFields).from(c).where(eq(c.id, id)))) ?? null

/** Half the height of the boxes in which we look for the nearest city, in degrees. Most places have a city in the first. */
const nearBoxes = [0.15, 2] as const

/** How much shorter a degree from west to east is than one from south to north. */
const shrinkAt = (lat: number): number => Math.max(Math.cos((lat * Math.PI) / 180), 0.01)

/** A box around a point that is as wide as it is high, in miles, with its bands in the index. */
function makeBox({ lat, lng }: LatLng, size: number) {
  const shrink = shrinkAt(lat)
  const [south, north] = [lat - size, lat + size]
  const bands = Array.from({ length: bandOf(north) - bandOf(south) + 1 }, (_, index) => bandOf(south) + index)
  return { lat, lng, shrink, south, north, west: lng - size / shrink, east: lng + size / shrink, bands }
}

/** Whether an address names the city, as in "1 Court St, Austin, TX". */
const isNamedIn = (address: string): SQL => sql`instr(${`, ${address},`}, ', ' || ${c.name} || ',') > 0`

/** The id of the city nearest to the middle of `box`, a box as JSON in a statement, of those inside it. One that `address` names comes first. */
function selectNearestIn(box: SQL, address = ''): SQL {
  const [lat, lng] = [sql`(${c.lat} - (${box}->>'lat'))`, sql`((${c.lng} - (${box}->>'lng')) * (${box}->>'shrink'))`]
  return sql`(SELECT ${c.id} FROM ${cities} ${c}
    WHERE ${selectBand(c.lat)} IN (SELECT value FROM json_each(${box}, '$.bands')) AND ${c.lng} BETWEEN ${box}->>'west' AND ${box}->>'east'
      AND ${c.lat} BETWEEN ${box}->>'south' AND ${box}->>'north'
    ORDER BY ${address === '' ? sql`` : sql`${isNamedIn(address)} DESC, `}${lat} * ${lat} + ${lng} * ${lng}, ${c.id} LIMIT 1)`
}

/** The city of an address, or else the one nearest to its point: a place at the edge of a city is often nearer to the middle of another one. */
export async function findNearestCity(db: Database, { address = '', ...point }: LatLng & { address?: string }): Promise<City> {
  for (const size of nearBoxes) {
    const nearest = selectNearestIn(sql`${JSON.stringify(makeBox(point, size))}`, address)
    const city = await readFirst(db, db.select(cityFields).from(c).where(sql`${c.id} = ${nearest}`))
    if (city) return city
  }
  const [lat, lng] = [sql`(${c.lat} - ${point.lat})`, sql`((${c.lng} - ${point.lng}) * ${shrinkAt(point.lat)})`]
  const city = await readFirst(db, db.select(cityFields).from(c).orderBy(sql`${lat} * ${lat} + ${lng} * ${lng}`, c.id).limit(1))
  if (city) return city
  throw new Error('There are no cities')
}

/** The ids of the cities nearest to some points. A point far from every city has none. */
export async function listNearestCities(db: Database, points: readonly LatLng[]): Promise<number[]> {
  const boxes = JSON.stringify(points.map((point) => makeBox(point, nearBoxes[0])))
  // A condition on the id here would make SQLite look for each city twice.
  const nearest = sql`SELECT DISTINCT ${selectNearestIn(sql`box.value`)} AS id FROM json_each(${boxes}) box`
  const rows = await readAll(db, select({ id: orNull(asNumber) }, nearest))
  return rows.flatMap(({ id }) => id ?? [])
}

/** In a statement: the time zone of a city. Null if there is no such city. */
export const selectCityZone = (cityId: SQLWrapper): SQL => sql`(SELECT ${c.timeZone} FROM ${cities} ${c} WHERE ${c.id} = ${cityId})`
