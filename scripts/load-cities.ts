import type { CityIndexPart } from '../domain/cities/contract.ts'
import { buildCityIndex } from '../domain/cities/rules.ts'
import { splitCityIndex } from '../domain/cities/split-index.ts'
import type { AdminClient } from './admin-client.ts'
import { readCities } from './read-cities.ts'

/** Small enough for the body limit of a request, and large enough that all parts fit into the rate limit of one minute. */
const maxPartBytes = 220_000

/** Splits the index into parts for one request each. Rows differ much in size, so the limit is in bytes. */
export function* packParts(index: CityIndexPart, maxBytes: number): Generator<CityIndexPart> {
  let part: CityIndexPart = { cities: [], names: [], prefixes: [] }
  let size = 0
  for (const piece of splitCityIndex(index, 20)) {
    const bytes = Buffer.byteLength(JSON.stringify(piece))
    if (size > 0 && size + bytes > maxBytes) {
      yield part
      part = { cities: [], names: [], prefixes: [] }
      size = 0
    }
    part.cities.push(...piece.cities)
    part.names.push(...piece.names)
    part.prefixes.push(...piece.prefixes)
    size += bytes
  }
  if (size > 0) yield part
}

/** Sends all cities to a product through its admin API. Sending a part twice changes nothing, so this can run again. */
export async function sendCities({ send }: AdminClient, report: (line: string) => void): Promise<void> {
  const index = buildCityIndex(readCities())
  const parts = [...packParts(index, maxPartBytes)]
  for (const [position, part] of parts.entries()) {
    await send('POST', 'cities', part)
    if ((position + 1) % 5 === 0 || position + 1 === parts.length)
      report(`Sent ${position + 1} of ${parts.length} parts of the city index.`)
  }
}
