import { AppError } from '../../domain/errors.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { isPlayableZone } from '../../domain/places/rules.ts'

/**
 * The time zone of a location. The lookup data has 70 kB and is loaded only when a place is added or moved, which is rare.
 * `field` is the form field that shows the error.
 */
export async function findZone({ lat, lng }: LatLng, field = 'lat'): Promise<string> {
  const { default: lookUpZone } = await import('@photostructure/tz-lookup')
  const zone = lookUpZone(lat, lng)
  if (isPlayableZone(zone)) return zone
  throw new AppError('NotOnLand', { field: field })
}
