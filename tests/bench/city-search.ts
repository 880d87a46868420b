import * as v from 'valibot'
import { CityList, type CitySource } from '../../domain/cities/contract.ts'
import { usStates } from '../../domain/us-states.ts'
import { readCities } from '../../scripts/read-cities.ts'
import type { Figure } from './setup/figure.ts'
import { serveProduct } from './setup/serve-product.ts'
import { once } from './setup/shared.ts'

type Search = { typed: string; rowsRead: number; returned: number }

const citiesPerSize = 20

/** Picks the largest cities, the smallest ones, and some of each size between. The choice is always the same. */
function pickCities(): CitySource[] {
  const bySize = readCities().toSorted((a, b) => b.population - a.population || a.id - b.id)
  const step = Math.floor(bySize.length / (citiesPerSize + 1))
  const between = Array.from({ length: citiesPerSize }, (_, index) => bySize[(index + 1) * step]).filter((city) => city !== undefined)
  return [...bySize.slice(0, citiesPerSize), ...between, ...bySize.slice(-citiesPerSize)]
}

/** People type "Austin", "austin, tx" or "Austin Texas". */
const queryFormats: ((city: CitySource) => string)[] = [
  ({ name }) => name,
  ({ name, state }) => `${name.toLowerCase()}, ${state.toLowerCase()}`,
  ({ name, state }) => `${name} ${usStates[state]}`,
]

/** The text in the search field after each key that is typed. */
const listPrefixes = (text: string) => Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1))

async function searchOnce(address: string, typed: string): Promise<Search> {
  const answer = await fetch(`${address}/api/cities?q=${encodeURIComponent(typed)}`)
  const rowsRead = /rows read (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  if (!answer.ok || rowsRead === undefined) throw new Error(`"${typed}": ${answer.status} ${await answer.text()}`)
  return { typed, rowsRead: Number(rowsRead), returned: v.parse(CityList, await answer.json()).cities.length }
}

const runSearches = once(async () => {
  const address = await serveProduct()
  const searches: Search[] = []
  for (const [index, city] of pickCities().entries()) {
    const formatQuery = queryFormats[index % queryFormats.length] ?? queryFormats[0]
    for (const typed of listPrefixes(formatQuery?.(city) ?? city.name)) searches.push(await searchOnce(address, typed))
  }
  return searches
})

export const figures: Figure[] = [
  {
    name: 'city-search-rows-read',
    unit: 'rows read per row returned',
    goal: { atMost: 2 },
    gating: true,
    measure: async () => {
      const searches = await runSearches()
      const read = searches.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
      const returned = searches.reduce((sum, search) => sum + search.returned, 0)
      const empty = searches.filter((search) => search.returned === 0).length
      return {
        value: read / returned,
        notes: [`${searches.length} searches read ${read} rows and returned ${returned}; ${empty} of them found nothing`],
      }
    },
  },
  {
    name: 'city-search-worst',
    unit: 'rows read',
    gating: false,
    measure: async () => {
      const worst = (await runSearches()).reduce((max, search) => (search.rowsRead > max.rowsRead ? search : max))
      return { value: worst.rowsRead, notes: [`"${worst.typed}", which returned ${worst.returned}`] }
    },
  },
]
