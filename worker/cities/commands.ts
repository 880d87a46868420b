import { sql } from 'drizzle-orm'
import type { CityIndexPart } from '../../domain/cities/contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

/** Adds one part of the city index; sent again, it changes nothing. */
export async function loadCities(db: Database, part: CityIndexPart): Promise<void> {
  await runBatch(db, [
    sql`
      INSERT INTO cities (id, name, state, lat, lng, time_zone, population)
      SELECT value->>'id', value->>'name', value->>'state', value->>'lat', value->>'lng', value->>'timeZone', value->>'population'
      FROM json_each(${JSON.stringify(part.cities)}) WHERE true
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, state = excluded.state, lat = excluded.lat, lng = excluded.lng,
        time_zone = excluded.time_zone, population = excluded.population`,
    sql`
      INSERT OR IGNORE INTO city_names (name, weight, city_id)
      SELECT value->>'name', value->>'weight', value->>'cityId' FROM json_each(${JSON.stringify(part.names)})`,
    sql`
      INSERT INTO city_prefixes (prefix, cities)
      SELECT value->>'prefix', value->'cities' FROM json_each(${JSON.stringify(part.prefixes)}) WHERE true
      ON CONFLICT (prefix) DO UPDATE SET cities = excluded.cities`,
  ])
}

/** Empties the index before a new edition of the data is loaded. */
export async function clearCities(db: Database): Promise<void> {
  await runBatch(db, [sql`DELETE FROM city_prefixes`, sql`DELETE FROM city_names`, sql`DELETE FROM cities`])
}
