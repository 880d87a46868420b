import { AppError } from '../../domain/errors.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { isPlayableZone } from '../../domain/places/rules.ts'

/** Whose clocks go where a place lies. Loaded when a place is put somewhere, which is rare and takes 70 kB. `field` is where a form asks for it. */
export async function findZone({ lat, lng }: LatLng, field = 'lat'): Promise<string> {
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  const zone = lookUp(lat, lng)
  if (isPlayableZone(zone)) return zone
  throw new AppError('NotOnLand', { at: field })
}
