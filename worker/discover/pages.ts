import * as v from 'valibot'
import { CityId } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import {
  aroundCity,
  type DiscoverState,
  fillCity,
  hasPlace,
  placeFlags,
  placesSearch,
  writeDiscoverState,
} from '../../domain/discover/state.ts'
import { lostPage } from '../../domain/pages.ts'
import { PlacesInBounds } from '../../domain/places/contract.ts'
import { usStates } from '../../domain/us-states.ts'
import { findCity } from '../cities/queries.ts'
import type { PageContent } from '../pages.ts'
import { listPlacesInBounds } from '../places/find-places.ts'
import type { AppContext } from '../platform/context.ts'
import { findOwnProfile } from '../profiles/queries.ts'
import { answerDiscover } from './answer.ts'

/** What discover can be about. Players have a screen of their own, to which the page leads on. */
const contexts = ['events', 'places', 'players'] as const

type Queries = NonNullable<PageContent['queries']>

/** `discover` and `discover/places`: with the games or places of the first page, so that the list stands before anything is asked for. */
export async function discoverPage(c: AppContext): Promise<PageContent> {
  const context = contexts.find((name) => name === (c.req.param('context') ?? 'events'))
  if (!context) return { status: 404, title: lostPage.title }
  const asked = readDiscoverState(new URL(c.req.url).searchParams)
  const id = v.safeParse(CityId, { id: String(asked.filters.cityId) })
  const city = id.success ? await findCity(c.var.db, id.output.id) : null
  const queries: Queries = city ? [{ key: ['cities', city.id], data: city }] : []
  const state = await placeState(c, fillCity(asked, city), queries)
  if (context !== 'players') queries.push(await firstPage(c, context, state))
  const where = city ? ` near ${cityLabel(city)}` : ''
  const words = city ? `in and around ${city.name}, ${usStates[city.state]}` : 'near you'
  const said =
    context === 'places'
      ? { title: `Places to play${where}`, description: `Courts, fields and halls ${words}, on a map: what is played there, and when.` }
      : {
          title: `Games${where || ' near you'}`,
          description: `Games with open seats ${words}, on a map and by day: what, when, and who it is for.`,
        }
  const path = context === 'events' ? '/discover' : `/discover/${context}`
  return { ...said, canonical: city ? `${path}?city=${city.id}` : path, queries }
}

/** Who says no place means where they live. */
async function placeState(c: AppContext, state: DiscoverState, queries: Queries): Promise<DiscoverState> {
  if (hasPlace(state)) return state
  const viewer = await c.var.viewer()
  if (!viewer?.profileComplete) return state
  const { defaultCity } = await findOwnProfile(c.var.db, viewer.id)
  queries.push({ key: ['discover', 'home-city'], data: defaultCity })
  return defaultCity ? aroundCity(state, defaultCity) : state
}

async function firstPage(c: AppContext, context: 'events' | 'places', state: DiscoverState): Promise<Queries[number]> {
  if (context === 'events') {
    const page = await answerDiscover(c, state)
    return { key: ['discover', 'events', writeDiscoverState(state)], data: { pages: [page], pageParams: [null] } }
  }
  const query = new URL(c.req.url).searchParams
  const search = placesSearch(
    state,
    placeFlags.filter((flag) => query.get(flag) === '1'),
  )
  const page = await listPlacesInBounds(c.var.db, v.parse(PlacesInBounds, search))
  return { key: ['discover', 'places', new URLSearchParams(search).toString()], data: { pages: [page], pageParams: [null] } }
}
