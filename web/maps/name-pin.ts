import type { Address } from '../../domain/geo/address.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { describePin } from '../../domain/maps/rules.ts'

/** A pin with the words for it. Where the map's own files cannot be had, its place is its name. */
export async function namePin(pin: LatLng): Promise<Address> {
  const around = { ...pin, lng: ((((pin.lng + 180) % 360) + 360) % 360) - 180 }
  try {
    const { listCitiesAround } = await import('./atlas.ts')
    return describePin(around, await listCitiesAround(around))
  } catch {
    return describePin(around, [])
  }
}
