import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc, type InferRequestType } from 'hono/client'
import { discoveredPlacesKey, discoveredTeamsKey, homeCityKey } from '../../domain/discover/keys.ts'
import type { toPlacesMapQuery, toPlacesQuery, toViewQuery } from '../../domain/discover/state.ts'
import type { FollowRoutes } from '../../worker/connections/routes.ts'
import type { DiscoverRoutes } from '../../worker/discover/routes.ts'
import type { PlaceRoutes } from '../../worker/places/routes.ts'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import type { TeamRoutes } from '../../worker/teams/routes.ts'
import { readAnswer } from '../api.ts'
import { keyedPages, keyedQuery } from '../keyed-query.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<DiscoverRoutes>('/api/discover')
const follows = hc<FollowRoutes>('/api/follows')
const places = hc<PlaceRoutes>('/api/places')
const profiles = hc<ProfileRoutes>('/api/profiles')
const teams = hc<TeamRoutes>('/api/teams')

type MapQuery = InferRequestType<typeof client.map.$get>['query']
type TeamsQuery = ReturnType<typeof toViewQuery>
type PlacesQuery = ReturnType<typeof toPlacesQuery>

export const discoveredTeams = (query: TeamsQuery) =>
  keyedPages({
    queryKey: discoveredTeamsKey(query),
    queryFn: ({ pageParam, signal }) =>
      readAnswer(teams.index.$get({ query: { ...query, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
    placeholderData: keepPreviousData,
    meta: { offline: { newest: 10 } },
  })

export const discoveredPlaces = (query: PlacesQuery) =>
  keyedPages({
    queryKey: discoveredPlacesKey(query),
    queryFn: ({ pageParam, signal }) =>
      readAnswer(places.index.$get({ query: { ...query, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
    placeholderData: keepPreviousData,
    meta: { offline: { newest: 10 } },
  })

/** The games on the map, by the text of `writeDiscoverState` with the visible area. The last ones stay while the next ones load. */
export const discoveredMap = (search: string) =>
  queryOptions({
    queryKey: ['discover', 'map', search],
    queryFn: ({ signal }) =>
      readAnswer(client.map.$get({ query: Object.fromEntries(new URLSearchParams(search)) as MapQuery }, { init: { signal } })),
    placeholderData: keepPreviousData,
  })

export const discoveredPlacesMap = (query: ReturnType<typeof toPlacesMapQuery>) =>
  queryOptions({
    queryKey: ['discover', 'places', 'map', query],
    queryFn: ({ signal }) => readAnswer(places.map.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  })

export const discoveredTeamsMap = (query: TeamsQuery) =>
  queryOptions({
    queryKey: ['discover', 'teams', 'map', query],
    queryFn: ({ signal }) => readAnswer(teams.map.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  })

/** The viewer's own city. */
export const homeCity = keyedQuery({
  queryKey: homeCityKey,
  queryFn: async ({ signal }) => (await readAnswer(profiles.me.$get({}, { init: { signal } }))).defaultCity,
  staleTime: 300_000,
  meta: { offline: true },
})

/** Whether the viewer follows anyone. The key starts like that of the list of followed people, so a follow refreshes both. */
export const followsSomebody = queryOptions({
  queryKey: ['follows', 'somebody'],
  queryFn: async ({ signal }) => (await readAnswer(follows.index.$get({ query: {} }, { init: { signal } }))).people.length > 0,
  staleTime: 300_000,
})
