import { AppError } from '../../domain/errors.ts'
import type { Whereabouts } from '../../domain/events/form-contract.ts'
import { addressWords } from '../../domain/places/rules.ts'
import { findZone } from '../places/find-zone.ts'
import { findStoredPlace } from '../places/queries.ts'
import type { Database } from '../platform/database.ts'

export type Settled = Whereabouts & { timeZone: string }

const names = ['placeId', 'name', 'address', 'lat', 'lng'] as const satisfies (keyof Whereabouts)[]

/**
 * One of our places as it is now, or a spot of its own with the clocks that go there. What a host leaves alone stays as it `stood`,
 * whatever became of the place since: a game moves, and tells those in it, by the word of its hosts only.
 */
export async function settleWhere(db: Database, where: Whereabouts, stood?: Settled): Promise<Settled> {
  if (stood && names.every((name) => stood[name] === where[name])) return stood
  if (where.placeId === null) return { ...where, timeZone: await findZone(where, 'form.where') }
  const place = await findStoredPlace(db, where.placeId)
  if (!place) throw new AppError('EventPlaceGone', { at: 'form.where' })
  const { name, lat, lng, timeZone } = place
  return { placeId: where.placeId, name, address: addressWords(place), lat, lng, timeZone }
}
