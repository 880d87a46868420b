import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { teamDetailKey, teamKey } from '../../domain/teams/keys.ts'
import type { TeamRoutes } from '../../worker/teams/routes.ts'
import { ApiError, readAnswer } from '../api.ts'
import { keyedQuery } from '../keyed-query.ts'

const client = hc<TeamRoutes>('/api/teams')

const nullIfMissing = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'TeamNotFound') return null
  throw error
}

/** The public facts about a community; null if it does not exist. */
export const teamById = (id: string) =>
  keyedQuery({
    queryKey: teamKey(id),
    queryFn: ({ signal }) => readAnswer(client[':id'].$get({ param: { id } }, { init: { signal } })).catch(nullIfMissing),
    staleTime: 60_000,
    meta: { offline: { newest: 10 } },
  })

/** What the page of a community shows; null if it does not exist. */
export const teamDetail = (id: string) =>
  keyedQuery({
    queryKey: teamDetailKey(id),
    queryFn: ({ signal }) => readAnswer(client[':id'].detail.$get({ param: { id } }, { init: { signal } })).catch(nullIfMissing),
    staleTime: 30_000,
    meta: { offline: { newest: 10 } },
  })

/** Pictures of past games of a community. */
export const teamPhotos = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'photos'],
    queryFn: async ({ signal }) => (await readAnswer(client[':id'].photos.$get({ param: { id } }, { init: { signal } }))).photos,
    staleTime: 300_000,
  })

/** The viewer's communities for forms and filters. Only the first page of results. */
export const myTeams = queryOptions({
  queryKey: ['teams', 'mine'],
  queryFn: async ({ signal }) => (await readAnswer(client.mine.$get({ query: {} }, { init: { signal } }))).teams,
  staleTime: 300_000,
})
