import type { CityIndexPart } from '../domain/cities/contract.ts'
import { planCityIndex } from '../domain/cities/rules.ts'
import { splitCityIndex } from '../domain/cities/split-index.ts'
import type { AdminClient } from './admin-client.ts'
import { readCities } from './read-cities.ts'

/** Below the body limit of one request, and large enough that all of them stay under the rate limit of a minute. */
const largestPart = 220_000

/** Parts as large as one request may be. Rows differ much in size, so they are counted in bytes. */
export function* packParts(index: CityIndexPart, largest: number): Generator<CityIndexPart> {
  let packed: CityIndexPart = { cities: [], names: [], prefixes: [] }
  let size = 0
  for (const piece of splitCityIndex(index, 20)) {
    const bytes = Buffer.byteLength(JSON.stringify(piece))
    if (size > 0 && size + bytes > largest) {
      yield packed
      packed = { cities: [], names: [], prefixes: [] }
      size = 0
    }
    packed.cities.push(...piece.cities)
    packed.names.push(...piece.names)
    packed.prefixes.push(...piece.prefixes)
    size += bytes
  }
  if (size > 0) yield packed
}

/** Sends all cities to a product through its admin endpoint. Parts sent twice change nothing, so it may be run again. */
export async function sendCities({ send }: AdminClient, report: (line: string) => void): Promise<void> {
  const index = planCityIndex(readCities())
  const parts = [...packParts(index, largestPart)]
  for (const [position, part] of parts.entries()) {
    await send('POST', 'cities', part)
    if ((position + 1) % 5 === 0 || position + 1 === parts.length) report(`${position + 1} of ${parts.length} parts of the city index`)
  }
}
