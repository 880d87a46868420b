import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamRoutes } from '../../../worker/teams/routes.ts'
import { readAnswer } from '../../api.ts'
import { fromCursor, keysetPages } from '../../keyset.ts'
import type { DirectoryControls } from './use-directory-state.ts'

const client = hc<TeamRoutes>('/api/teams')

export const listedTeams = ({ cityId, activity, joinMode, q }: DirectoryControls['filters']) => {
  const query = {
    ...(cityId !== null && { cityId: String(cityId) }),
    ...(activity && { activity }),
    ...(joinMode && { joinMode }),
    ...(q && { q }),
  }
  return infiniteQueryOptions({
    queryKey: ['teams', 'directory', query],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client.directory.$get({ query: { ...query, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
    placeholderData: keepPreviousData,
    meta: { offline: { newest: 5 } },
  })
}

const maxLargest = 2

export const largestTeams = queryOptions({
  queryKey: ['teams', 'largest'],
  queryFn: async ({ signal }) =>
    (await readAnswer(client.directory.$get({ query: { limit: String(maxLargest) } }, { init: { signal } }))).teams,
})
