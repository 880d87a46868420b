import { and, eq, isNull, sql } from 'drizzle-orm'
import { type PlacesMap, type PlacesMapSearch, uncountedPlaceFilters } from '../../domain/places/map-contract.ts'
import { mapItems } from '../geo/map-items.ts'
import { selectInBounds } from '../geo/queries.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { listFlagConditions } from './find-places.ts'
import { placeCounts, places } from './schema.ts'

/** The places in a view of the map: one by one if they are few, else true counts by cell. */
export async function mapPlaces(db: Database, search: PlacesMapSearch): Promise<PlacesMap> {
  const { south, north, west, east, activity: activities = [] } = search
  const bounds = { south, north, west, east }
  const { id, name, lat, lng, address, cityName, cityState } = places
  const { items, isFiltered, ...map } = await mapItems(db, {
    counts: placeCounts,
    bounds,
    activities,
    readItems: (limit) =>
      readAll(
        db,
        db
          .select({ id, name, lat, lng, address, cityName, cityState, activities: places.activities })
          .from(sql`(${selectInBounds({ table: 'place_cells', bounds, activities, limit })}) found`)
          .crossJoin(places)
          .where(and(eq(id, sql`found.id`), isNull(places.deletedAt), ...listFlagConditions(search))),
      ),
  })
  const isSet = { activities: activities.length > 1, lights: search.lights, indoor: search.indoor, free: search.free }
  return { places: items, ...map, uncounted: isFiltered ? [] : uncountedPlaceFilters.filter((filter) => isSet[filter]) }
}
