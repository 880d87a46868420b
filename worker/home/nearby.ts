import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { isActive } from '../../domain/events/states.ts'
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
/** If the dates of a few series, or games that the viewer has joined, were most of those, more are read in a second round trip. */
const maxReadAgain = 40

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
  const list = async (limit: number, minOfAny: number) => {
    const { events, read } = await listBest(db, userId, search, { activities, limit, minOfAny })
    return { open: events.filter(({ mine }) => !isActive(mine)), read }
  }
  const { open, read } = await list(maxRead, maxHomeList)
  const isShort = open.length < maxHomeList && read >= maxRead
  const { open: events } = isShort ? await list(maxReadAgain, maxReadAgain) : { open }
  return { city, events: events.slice(0, maxHomeList) }
}
