import { AppError } from '../../domain/errors.ts'
import type { Whereabouts } from '../../domain/events/form-contract.ts'
import { addressWords } from '../../domain/places/rules.ts'
import { findZone } from '../places/find-zone.ts'
import { findStoredPlace } from '../places/queries.ts'
import type { Database } from '../platform/database.ts'

export type Settled = Whereabouts & { timeZone: string }

/** One of our places as it is now, or a spot of its own with the clocks that go there. */
export async function settleWhere(db: Database, where: Whereabouts): Promise<Settled> {
  if (where.placeId === null) return { ...where, timeZone: await findZone(where, 'form.where') }
  const place = await findStoredPlace(db, where.placeId)
  if (!place) {
    const message = 'This place is not there any more. Pick another.'
    throw new AppError('InvalidInput', message, { issues: [{ path: 'form.where', message }] })
  }
  const { name, lat, lng, timeZone } = place
  return { placeId: where.placeId, name, address: addressWords(place), lat, lng, timeZone }
}
