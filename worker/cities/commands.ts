import { sql } from 'drizzle-orm'
import type { CityIndexPart } from '../../domain/cities/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { cities, cityNames, cityPrefixes } from './schema.ts'

/** Adds one part of the city index. Adding it again changes nothing. */
export async function loadCities(db: Database, part: CityIndexPart): Promise<void> {
  const readValue = (name: string) => sql`value->>${name}`
  await runBatch(db, {
    cities: insertSelect(
      cities,
      {
        id: readValue('id'),
        name: readValue('name'),
        state: readValue('state'),
        lat: readValue('lat'),
        lng: readValue('lng'),
        timeZone: readValue('timeZone'),
        population: readValue('population'),
      },
      sql`FROM json_each(${JSON.stringify(part.cities)}) WHERE true
        ${onConflictUpdate(cities, ['id'], {
          name: excluded(cities.name),
          state: excluded(cities.state),
          lat: excluded(cities.lat),
          lng: excluded(cities.lng),
          timeZone: excluded(cities.timeZone),
          population: excluded(cities.population),
        })}`,
    ),
    names: insertSelect(
      cityNames,
      { name: readValue('name'), weight: readValue('weight'), cityId: readValue('cityId') },
      sql`FROM json_each(${JSON.stringify(part.names)}) WHERE true ON CONFLICT DO NOTHING`,
    ),
    prefixes: insertSelect(
      cityPrefixes,
      { prefix: readValue('prefix'), cities: sql`value->'cities'` },
      sql`FROM json_each(${JSON.stringify(part.prefixes)}) WHERE true
        ${onConflictUpdate(cityPrefixes, ['prefix'], { cities: excluded(cityPrefixes.cities) })}`,
    ),
  })
}

/** Empties the index before a new version of the data is loaded. */
export async function clearCities(db: Database): Promise<void> {
  await runBatch(db, { prefixes: db.delete(cityPrefixes), names: db.delete(cityNames), cities: db.delete(cities) })
}
