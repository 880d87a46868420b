import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { activeStates } from '../../domain/events/states.ts'
import { boundsAround } from '../../domain/geo/distance.ts'
import { type HomeNearby, homeRadiusMiles, maxHomeList } from '../../domain/home/contract.ts'
import { listBest } from '../discover/queries.ts'
import type { EventSearch } from '../discover/select-candidates.ts'
import type { Database } from '../platform/database.ts'
import { findPlayer } from '../profiles/queries.ts'

/**
 * So many of the next games are read, some more than home shows: of the viewer's own activities, and as many of any where fewer of their
 * own are near.
 */
const maxRead = 10

/** So many areas of about twelve miles touch the square around a city. Smaller ones at its edge would cost more rows than they save. */
const maxAreas = 12

/**
 * Uses the search of Discover. We look the city up here, because the browser would have to wait for one answer before it could send
 * the next request.
 */
export async function listNearbyEvents(db: Database, userId: string, now: number): Promise<HomeNearby> {
  const player = await findPlayer(db, userId)
  if (!player) return { city: null, events: [] }
  const { city, activities } = player
  const search: EventSearch = {
    bounds: boundsAround(city, homeRadiusMiles),
    maxCells: maxAreas,
    center: city,
    filters: { ...toDiscoverFilters({ ...noFilters, city }), radius: homeRadiusMiles },
    order: 'best',
    isPast: false,
    teamId: null,
    isFollowed: false,
    cursor: undefined,
    now,
  }
  const events = await listBest(db, userId, search, { activities, limit: maxRead, minOfAny: maxHomeList })
  const notJoined = events.filter(({ mine }) => !activeStates.some((state) => state === mine))
  return { city, events: notJoined.slice(0, maxHomeList) }
}
