import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { EventDetail } from '../../domain/events/contract.ts'
import { eventKey } from '../../domain/events/keys.ts'
import type { FollowedSeriesList, GameTab, GameYear, MyGamesPage, MyMonth } from '../../domain/my-games/contract.ts'
import type { MyGamesRoutes } from '../../worker/my-games/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<MyGamesRoutes>('/api/my-games')
const key = 'my-games'

/** The viewer's games of one kind. Always loaded again, because they may have joined or left a game meanwhile. */
export const myGames = (tab: GameTab) =>
  infiniteQueryOptions({
    queryKey: [key, 'list', tab],
    queryFn: ({ pageParam, signal }) =>
      readAnswer<MyGamesPage>(client.index.$get({ query: { tab, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
    staleTime: 0,
    // Many courts have no network: the list leads to the games, which are kept with their tickets.
    meta: { offline: { newest: 10 } },
  })

export const myMonth = (tab: GameTab, month: string) =>
  queryOptions({
    queryKey: [key, 'month', tab, month],
    queryFn: ({ signal }) => readAnswer<MyMonth>(client.month.$get({ query: { tab, month } }, { init: { signal } })),
    staleTime: 0,
    meta: { offline: { newest: 4 } },
  })

export const gameYear = (year: number) =>
  queryOptions({
    queryKey: [key, 'year', year],
    queryFn: ({ signal }) => readAnswer<GameYear>(client.years[':year'].$get({ param: { year: String(year) } }, { init: { signal } })),
  })

/** The ids of all games that the viewer has saved, for the button on each page of a game. */
export const savedIds = queryOptions({
  queryKey: [key, 'saved-ids'],
  queryFn: async ({ signal }) => (await readAnswer<{ ids: string[] }>(client.saved.$get({}, { init: { signal } }))).ids,
})

/** The series that the viewer follows. */
export const followedSeries = queryOptions({
  queryKey: [key, 'series'],
  queryFn: async ({ signal }) => (await readAnswer<FollowedSeriesList>(client.series.$get({}, { init: { signal } }))).series,
  meta: { offline: true },
})

/** Follows a series, or stops it. The button of the page, which is that of the game `eventId`, shows it at once. */
export const followingSeries = (seriesId: string, eventId: string) =>
  mutationOptions({
    mutationKey: [key, 'follow', seriesId],
    scope: { id: `follow ${seriesId}` },
    mutationFn: async (isFollowed: boolean) => {
      const path = { param: { id: seriesId } }
      await (isFollowed ? awaitSuccess(client.series[':id'].$put(path)) : awaitSuccess(client.series[':id'].$delete(path)))
    },
    onMutate: (isFollowed, { client: queries }) => showFollowed(queries, eventId, isFollowed),
    onError: (_, isFollowed, __, { client: queries }) => showFollowed(queries, eventId, !isFollowed),
    onSettled: (_, __, ___, ____, { client: queries }) => queries.invalidateQueries({ queryKey: followedSeries.queryKey }),
  })

async function showFollowed(queries: QueryClient, eventId: string, isFollowed: boolean): Promise<void> {
  const queryKey = eventKey(eventId)
  // An answer that is still on its way does not contain this change yet.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, (event?: EventDetail) => event?.series && { ...event, series: { ...event.series, isFollowed } })
}

/** Saves a game, or takes it off the list. The button shows it at once. */
export const savingGame = (id: string) =>
  mutationOptions({
    mutationKey: [key, 'save', id],
    scope: { id: `save ${id}` },
    mutationFn: async (isSaved: boolean) => {
      const path = { param: { id } }
      await (isSaved ? awaitSuccess(client.saved[':id'].$put(path)) : awaitSuccess(client.saved[':id'].$delete(path)))
    },
    onMutate: async (isSaved, { client: queries }) => {
      await queries.cancelQueries({ queryKey: savedIds.queryKey })
      const before = queries.getQueryData(savedIds.queryKey)
      queries.setQueryData(savedIds.queryKey, (ids = []) => (isSaved ? [...ids, id] : ids.filter((each) => each !== id)))
      return { before }
    },
    onError: (_, __, context, { client: queries }) => queries.setQueryData(savedIds.queryKey, context?.before),
    onSuccess: (_, __, ___, { client: queries }) => queries.invalidateQueries({ queryKey: [key], refetchType: 'active' }),
  })
