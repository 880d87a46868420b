import { json, refusal, type StandIn } from '../stand-in.ts'
import { addresses } from './addresses.ts'

const maxResults = 40

/** The words of a text in lower case, without accents and signs. */
const readWords = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Simulates Nominatim (`GET /search?q=…&limit=5`), which finds addresses. It knows some parks and halls of the demo cities, in the United
 * States. An address is found if each typed word begins one of its words.
 */
export function createGeocoder(): StandIn {
  const known = addresses.map(({ name, street, city, state, zip, lat, lng }, index) => {
    const displayName = [name, street, city, state, zip, 'United States'].join(', ')
    // Nominatim writes degrees as text.
    const found = { place_id: index + 1, name, display_name: displayName, lat: String(lat), lon: String(lng) }
    return { found, words: readWords(displayName) }
  })
  return (request, path) => {
    if (path !== '/search' || request.method !== 'GET') return refusal(404, 'not_found', `There is nothing at ${path}.`)
    const { searchParams } = new URL(request.url)
    const typed = readWords(searchParams.get('q') ?? '')
    if (typed.length === 0) return refusal(400, 'bad_request', 'Write what you look for as q.')
    const limit = Math.min(Number(searchParams.get('limit')) || 10, maxResults)
    const matches = known.filter(({ words }) => typed.every((part) => words.some((word) => word.startsWith(part))))
    return json(matches.slice(0, limit).map(({ found }) => found))
  }
}
