import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { Address } from '../../domain/geo/address.ts'
import { rememberAtEdge } from '../platform/edge-cache.ts'

const placesShown = 5
const answerWithin = 5000
const secondsAtEdge = 24 * 60 * 60

const Degrees = v.pipe(v.union([v.string(), v.number()]), v.transform(Number))

/** As Nominatim and whatever speaks like it answers. */
const Answer = v.array(v.object({ display_name: v.string(), name: v.optional(v.string(), ''), lat: Degrees, lon: Degrees }))

type Geocoder = { url: string; userAgent: string }

/** Places in the US that what was typed may mean. Who operates the geocoder sees our server and never the person. */
export function searchPlaces(geocoder: Geocoder, typed: string): Promise<Address[]> {
  const words = typed.toLowerCase().replace(/\s+/g, ' ')
  return rememberAtEdge(`geocode ${geocoder.url} ${words}`, secondsAtEdge, () => askGeocoder(geocoder, words))
}

async function askGeocoder({ url, userAgent }: Geocoder, words: string): Promise<Address[]> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ q: words, format: 'jsonv2', countrycodes: 'us', limit: String(placesShown) })) {
    address.searchParams.set(name, value)
  }
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json', 'accept-language': 'en-US', 'user-agent': userAgent },
      signal: AbortSignal.timeout(answerWithin),
    })
    if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}`)
    return v
      .parse(Answer, await answer.json())
      .slice(0, placesShown)
      .flatMap(toAddress)
  } catch (cause) {
    throw new AppError('GeocoderUnavailable', { cause })
  }
}

/** One that is no place by our own measure is left out, and does not cost the others. */
function toAddress({ display_name: full, name, lat, lon }: v.InferOutput<typeof Answer>[number]): Address[] {
  const description = full.replace(/,? United States( of America)?$/, '').slice(0, 200)
  const parsed = v.safeParse(Address, { name: (name || description).slice(0, 120), lat, lng: lon, description })
  return parsed.success ? [parsed.output] : []
}
