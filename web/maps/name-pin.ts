import type { Address } from '../../domain/geo/address.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { describePin } from '../../domain/maps/rules.ts'

/** A pin with its name, such as "Near Austin, TX". If the files of the map cannot be loaded, the name is its coordinates. */
export async function namePin(pin: LatLng): Promise<Address> {
  const wrapped = { ...pin, lng: ((((pin.lng + 180) % 360) + 360) % 360) - 180 }
  try {
    const { listCitiesAround } = await import('./atlas.ts')
    return describePin(wrapped, await listCitiesAround(wrapped))
  } catch {
    return describePin(wrapped, [])
  }
}
