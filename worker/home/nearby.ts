import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { oneOfSeries } from '../../domain/events/one-of-series.ts'
import { activeStates } from '../../domain/events/states.ts'
import { boundsAround } from '../../domain/geo/distance.ts'
import { type HomeNearby, homeRadiusMiles, maxHomeList } from '../../domain/home/contract.ts'
import { discoverEvents } from '../discover/queries.ts'
import type { Database } from '../platform/database.ts'
import { findOwnProfile } from '../profiles/queries.ts'

/** As discover finds them. The city is looked up here and not by the browser, which would have to wait for one answer to ask for the other. */
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
  const open = events.filter(({ mine }) => !activeStates.some((state) => state === mine))
  return { city, events: oneOfSeries(open).slice(0, maxHomeList) }
}
