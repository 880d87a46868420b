import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { Address } from '../../domain/geo/address.ts'
import { cacheAtEdge } from '../platform/edge-cache.ts'

const maxPlaces = 5
const timeout = 5000
const cacheSeconds = 24 * 60 * 60

const Degrees = v.pipe(v.union([v.string(), v.number()]), v.transform(Number))

/** The response of Nominatim and compatible services. */
const Answer = v.array(v.object({ display_name: v.string(), name: v.optional(v.string(), ''), lat: Degrees, lon: Degrees }))

type Geocoder = { url: string; userAgent: string }

/** Addresses in the US that match the typed text. The operator of the geocoder sees only our server, never the user. */
export function searchPlaces(geocoder: Geocoder, typed: string): Promise<Address[]> {
  const searchText = typed.toLowerCase().replace(/\s+/g, ' ')
  return cacheAtEdge(`geocode ${geocoder.url} ${searchText}`, cacheSeconds, () => askGeocoder(geocoder, searchText))
}

async function askGeocoder({ url, userAgent }: Geocoder, searchText: string): Promise<Address[]> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ q: searchText, format: 'jsonv2', countrycodes: 'us', limit: String(maxPlaces) })) {
    address.searchParams.set(name, value)
  }
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json', 'accept-language': 'en-US', 'user-agent': userAgent },
      signal: AbortSignal.timeout(timeout),
    })
    if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}`)
    return v
      .parse(Answer, await answer.json())
      .slice(0, maxPlaces)
      .flatMap(toAddress)
  } catch (cause) {
    throw new AppError('GeocoderUnavailable', { cause })
  }
}

/** Returns no address for an invalid result, so that the other results still count. */
function toAddress({ display_name: fullName, name, lat, lon }: v.InferOutput<typeof Answer>[number]): Address[] {
  const description = fullName.replace(/,? United States( of America)?$/, '').slice(0, 200)
  const parsed = v.safeParse(Address, { name: (name || description).slice(0, 120), lat, lng: lon, description })
  return parsed.success ? [parsed.output] : []
}
