import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { presenceRoutes } from '../../worker/presence/routes.ts'
import { ApiError, readAnswer } from '../api.ts'

const client = hc<typeof presenceRoutes>('/api/presence')

/** Whether a person is online. Null if they do not share their online status. */
export const presenceOf = (userId: string) =>
  queryOptions({
    queryKey: ['presence', userId],
    queryFn: async ({ signal }) => {
      try {
        return await readAnswer(client[':userId'].$get({ param: { userId } }, { init: { signal } }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'PersonNotFound') return null
        throw error
      }
    },
    refetchInterval: 60_000,
  })
