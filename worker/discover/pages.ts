import * as v from 'valibot'
import { type City, CityId } from '../../domain/cities/contract.ts'
import { cityKey } from '../../domain/cities/keys.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { contextPath, type DiscoverContext, discoverContexts } from '../../domain/discover/contexts.ts'
import { discoveredEventsKey, discoveredPlacesKey, discoveredTeamsKey, homeCityKey } from '../../domain/discover/keys.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import {
  aroundCity,
  type DiscoverState,
  fillCity,
  forViewer,
  hasPlace,
  placeFlags,
  placesSearch,
  teamDiscover,
  viewSearch,
  writeDiscoverState,
} from '../../domain/discover/state.ts'
import { lostPage } from '../../domain/pages.ts'
import { PlacesInBounds } from '../../domain/places/contract.ts'
import { type InlinedAnswer, inlineAnswer, inlineFirstPage } from '../../domain/query-keys.ts'
import { type TeamCard, TeamsInBounds } from '../../domain/teams/contract.ts'
import { teamKey } from '../../domain/teams/keys.ts'
import { usStates } from '../../domain/us-states.ts'
import { findCity } from '../cities/queries.ts'
import { listPlacesInBounds } from '../places/find-places.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { findOwnProfile } from '../profiles/queries.ts'
import { findTeamCard, listTeamsInBounds } from '../teams/find-teams.ts'
import { answerDiscover } from './answer.ts'

/** `discover` and what else it can be about: with the games, places or communities of the first page, so that the list stands before anything is asked for. */
export async function discoverPage(c: AppContext): Promise<PageContent> {
  const context = discoverContexts.find((name) => name === (c.req.param('context') ?? 'events'))
  if (!context) return { status: 404, title: lostPage.title }
  const asked = forViewer(readDiscoverState(new URL(c.req.url).searchParams), (await c.var.viewer()) !== null)
  const id = v.safeParse(CityId, { id: String(asked.filters.cityId) })
  const city = id.success ? await findCity(c.var.db, id.output.id) : null
  const queries = city ? [inlineAnswer(cityKey(city.id), city)] : []
  const state = await placeState(c, fillCity(asked, city), queries)
  const lookedAt = context === 'events' ? state.teamId : null
  const [team, first] = await Promise.all([
    lookedAt === null ? null : findTeamCard(c.var.db, await lookerOf(c), lookedAt),
    context === 'players' ? null : firstPage(c, context, state),
  ])
  if (lookedAt !== null) queries.push(inlineAnswer(teamKey(lookedAt), team))
  if (first) queries.push(first)
  if (team && !city) return { ...teamWords(team), canonical: teamDiscover(team.id), queries }
  const path = contextPath(context)
  return { ...wordsFor(context, city), canonical: city ? `${path}?city=${city.id}` : path, queries }
}

const lookerOf = async (c: AppContext) => ({ viewerId: (await c.var.viewer())?.id ?? null, now: c.var.now() })

function wordsFor(context: DiscoverContext, city: City | null) {
  const where = city ? ` near ${cityLabel(city)}` : ''
  const words = city ? `in and around ${city.name}, ${usStates[city.state]}` : 'near you'
  if (context === 'places')
    return {
      title: `Places to play${where}`,
      description: `Courts, fields and halls ${words} on a map, with activities and opening hours.`,
    }
  if (context === 'teams')
    return { title: `Communities${where || ' near you'}`, description: `Clubs and groups that play ${words}, and their next games.` }
  return {
    title: `Games${where || ' near you'}`,
    description: `Games with free seats ${words}, on a map and by day.`,
  }
}

const teamWords = ({ name, city }: TeamCard) => ({
  title: `Games by ${name}`,
  description: `The next games of ${name}${city ? ` in ${city.name}, ${city.state}` : ''}: when, where, and how many seats are left.`,
})

/** Who says no place means where they live. */
async function placeState(c: AppContext, state: DiscoverState, queries: InlinedAnswer[]): Promise<DiscoverState> {
  if (hasPlace(state)) return state
  const viewer = await c.var.viewer()
  if (!viewer?.profileComplete) return state
  const { defaultCity } = await findOwnProfile(c.var.db, viewer.id)
  queries.push(inlineAnswer(homeCityKey, defaultCity))
  return defaultCity ? aroundCity(state, defaultCity) : state
}

async function firstPage(c: AppContext, context: Exclude<DiscoverContext, 'players'>, state: DiscoverState): Promise<InlinedAnswer> {
  if (context === 'events') {
    const page = await answerDiscover(c, state)
    return inlineFirstPage(discoveredEventsKey(writeDiscoverState(state)), page)
  }
  if (context === 'teams') {
    const search = viewSearch(state)
    const page = await listTeamsInBounds(c.var.db, await lookerOf(c), v.parse(TeamsInBounds, search))
    return inlineFirstPage(discoveredTeamsKey(search), page)
  }
  const query = new URL(c.req.url).searchParams
  const search = placesSearch(
    state,
    placeFlags.filter((flag) => query.get(flag) === '1'),
  )
  const page = await listPlacesInBounds(c.var.db, v.parse(PlacesInBounds, search))
  return inlineFirstPage(discoveredPlacesKey(search), page)
}
