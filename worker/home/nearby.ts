import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import { activeStates } from '../../domain/events/states.ts'
import { boundsAround } from '../../domain/geo/distance.ts'
import { type HomeNearby, homeRadiusMiles, maxHomeList } from '../../domain/home/contract.ts'
import { discoverEvents } from '../discover/queries.ts'
import type { Database } from '../platform/database.ts'
import { findOwnProfile } from '../profiles/queries.ts'

/**
 * Uses the search of Discover. We look the city up here, because the browser would have to wait for one answer before it could send
 * the next request.
 */
export async function listNearbyEvents(db: Database, userId: string, now: number): Promise<HomeNearby> {
  const { defaultCity: city } = await findOwnProfile(db, userId)
  if (!city) return { city, events: [] }
  const { events } = await discoverEvents(db, userId, {
    bounds: boundsAround(city, homeRadiusMiles),
    center: city,
    filters: { ...toDiscoverFilters({ ...noFilters, city }), radius: homeRadiusMiles },
    order: 'best',
    isPast: false,
    teamId: null,
    isFollowed: false,
    cursor: undefined,
    now,
  })
  const notJoined = events.filter(({ mine }) => !activeStates.some((state) => state === mine))
  return { city, events: keepFirstOfSeries(notJoined).slice(0, maxHomeList) }
}
