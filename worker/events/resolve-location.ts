import { AppError } from '../../domain/errors.ts'
import type { EventLocation } from '../../domain/events/form-contract.ts'
import { formatPlaceAddress } from '../../domain/places/rules.ts'
import { findZone } from '../places/find-zone.ts'
import { findStoredPlace } from '../places/queries.ts'
import type { Database } from '../platform/database.ts'

export type ResolvedLocation = EventLocation & { timeZone: string }

const fields = ['placeId', 'name', 'address', 'lat', 'lng'] as const satisfies (keyof EventLocation)[]

/**
 * Resolves the location from the form: one of our places with its current data, or a point on the map with its time zone. If the
 * host did not change the location, the game keeps its `previous` one, even if the place was changed since. Only a host can move a
 * game, because players are notified when it moves.
 */
export async function resolveLocation(db: Database, where: EventLocation, previous?: ResolvedLocation): Promise<ResolvedLocation> {
  if (previous && fields.every((field) => previous[field] === where[field])) return previous
  if (where.placeId === null) return { ...where, timeZone: await findZone(where, 'form.where') }
  const place = await findStoredPlace(db, where.placeId)
  if (!place) throw new AppError('EventPlaceDeleted', { field: 'form.where' })
  const { name, lat, lng, timeZone } = place
  return { placeId: where.placeId, name, address: formatPlaceAddress(place), lat, lng, timeZone }
}
