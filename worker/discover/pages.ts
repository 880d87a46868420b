import * as v from 'valibot'
import { findActivity } from '../../domain/activities.ts'
import { type City, CityId } from '../../domain/cities/contract.ts'
import { cityKey } from '../../domain/cities/keys.ts'
import { contextPath, type DiscoverContext, discoverContexts } from '../../domain/discover/contexts.ts'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { discoveredEventsKey, discoveredPlacesKey, discoveredTeamsKey, homeCityKey } from '../../domain/discover/keys.ts'
import { gamesPath, nameGames, nameNear, onlyActivityOf } from '../../domain/discover/name-games.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import {
  adaptToViewer,
  addCityLocation,
  type DiscoverState,
  hasLocation,
  isNearPoint,
  moveToCity,
  placeFlags,
  teamDiscoverPath,
  toPlacesQuery,
  toViewQuery,
  writeDiscoverState,
} from '../../domain/discover/state.ts'
import { makeStructuredList } from '../../domain/discover/structured-list.ts'
import { notFoundPage } from '../../domain/pages.ts'
import { PlacesInBoundsSearch } from '../../domain/places/contract.ts'
import { type InlinedAnswer, inlineAnswer, inlineFirstPage } from '../../domain/query-keys.ts'
import { type TeamCard, TeamsInBounds } from '../../domain/teams/contract.ts'
import { teamKey } from '../../domain/teams/keys.ts'
import { usStates } from '../../domain/us-states.ts'
import { findCity } from '../cities/queries.ts'
import { listPlacesInBounds } from '../places/find-places.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { getOrigin } from '../platform/settings.ts'
import { findOwnProfile } from '../profiles/queries.ts'
import { findTeamCard, listTeamsInBounds } from '../teams/find-teams.ts'
import { answerDiscover } from './answer.ts'

/** The discover pages. They include the first page of games, places or communities, so that the list shows without another request. */
export async function discoverPage(c: AppContext): Promise<PageContent> {
  const context = discoverContexts.find((name) => name === (c.req.param('context') ?? 'events'))
  if (!context) return { status: 404, title: notFoundPage.title }
  const requestedState = adaptToViewer(readDiscoverState(new URL(c.req.url).searchParams), (await c.var.viewer()) !== null)
  const cityId = v.safeParse(CityId, { id: String(requestedState.filters.cityId) })
  const city = cityId.success ? await findCity(c.var.db, cityId.output.id) : null
  const queries = city ? [inlineAnswer(cityKey(city.id), city)] : []
  const state = await addHomeCity(c, addCityLocation(requestedState, city), queries)
  const { teamId } = state
  const around = { city, isNearViewer: isNearPoint(state) }
  if (context === 'events') {
    const [team, page] = await Promise.all([
      teamId === null ? null : findTeamCard(c.var.db, await getTeamViewer(c), teamId),
      answerDiscover(c, state),
    ])
    if (teamId !== null) queries.push(inlineAnswer(teamKey(teamId), team))
    queries.push(inlineFirstPage(discoveredEventsKey(writeDiscoverState(state)), page))
    const content = { ...listGames(c, page), queries }
    if (team && !city) return { ...content, ...describeTeam(team), canonical: teamDiscoverPath(team.id) }
    const activity = onlyActivityOf(requestedState.filters)
    return { ...content, ...describeGames(activity, around), canonical: gamesPath(activity, city?.id ?? null) }
  }
  if (context !== 'players') queries.push(await inlineFirstResults(c, context, state))
  const path = contextPath(context)
  return { ...describeContext(context, around), canonical: city ? `${path}?city=${city.id}` : path, queries }
}

/** The games as links for readers without JavaScript, and as a list for search engines. */
function listGames(c: AppContext, { events }: DiscoverPage): Pick<PageContent, 'listed' | 'structured'> {
  if (events.length === 0) return {}
  const listed = events.map(({ id, title }) => ({ path: `/discover/events/${id}`, name: title }))
  const origin = getOrigin(c.var.settings, c.var.site.platform)
  return { listed, structured: makeStructuredList(listed.map(({ path }) => origin + path)) }
}

const getTeamViewer = async (c: AppContext) => ({ viewerId: (await c.var.viewer())?.id ?? null, now: c.var.now() })

type Around = { city: City | null; isNearViewer: boolean }

/** " in and around Austin, Texas", " near you", or nothing for the whole country. */
function nameArea({ city, isNearViewer }: Around): string {
  if (city) return ` in and around ${city.name}, ${usStates[city.state]}`
  return isNearViewer ? ' near you' : ''
}

const describeGames = (activity: string | null, around: Around) => ({
  title: nameGames(activity, around),
  description: `${activity === null ? 'Games' : `${findActivity(activity)?.label} games`} with free seats${nameArea(around)}, on a map and by day.`,
})

function describeContext(context: Exclude<DiscoverContext, 'events'>, around: Around) {
  const area = nameArea(around)
  if (context === 'places')
    return {
      title: nameNear('Places to play', around),
      description: `Courts, fields and halls${area} on a map, with activities and opening hours.`,
    }
  if (context === 'teams')
    return { title: nameNear('Communities', around), description: `Clubs and groups to play with${area}, and their next games.` }
  return { title: nameNear('Players', around), description: `People to play with${area}.` }
}

const describeTeam = ({ name, city }: TeamCard) => ({
  title: `Games by ${name}`,
  description: `The next games of ${name}${city ? ` in ${city.name}, ${city.state}` : ''}: when, where, and how many seats are left.`,
})

/** Without a location in the URL, the page shows the viewer's own city. */
async function addHomeCity(c: AppContext, state: DiscoverState, queries: InlinedAnswer[]): Promise<DiscoverState> {
  if (hasLocation(state)) return state
  const viewer = await c.var.viewer()
  if (!viewer?.profileComplete) return state
  const { defaultCity } = await findOwnProfile(c.var.db, viewer.id)
  queries.push(inlineAnswer(homeCityKey, defaultCity))
  return defaultCity ? moveToCity(state, defaultCity) : state
}

async function inlineFirstResults(
  c: AppContext,
  context: Exclude<DiscoverContext, 'events' | 'players'>,
  state: DiscoverState,
): Promise<InlinedAnswer> {
  if (context === 'teams') {
    const search = toViewQuery(state)
    const page = await listTeamsInBounds(c.var.db, await getTeamViewer(c), v.parse(TeamsInBounds, search))
    return inlineFirstPage(discoveredTeamsKey(search), page)
  }
  const query = new URL(c.req.url).searchParams
  const search = toPlacesQuery(
    state,
    placeFlags.filter((flag) => query.get(flag) === '1'),
  )
  const page = await listPlacesInBounds(c.var.db, v.parse(PlacesInBoundsSearch, search))
  return inlineFirstPage(discoveredPlacesKey(search), page)
}
