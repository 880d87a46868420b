import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { useEffect } from 'react'
import type { Presence } from '../../domain/presence/contract.ts'
import type { presenceRoutes } from '../../worker/presence/routes.ts'
import { ApiError, readAnswer } from '../api.ts'
import { askSocket, watchPerson } from './watching.ts'

const client = hc<typeof presenceRoutes>('/api/presence')

export const presenceKey = (userId: string) => ['presence', userId]

async function askServer(userId: string, signal: AbortSignal): Promise<Presence | null> {
  try {
    return await readAnswer(client[':userId'].$get({ param: { userId } }, { init: { signal } }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PersonNotFound') return null
    throw error
  }
}

/** Asks each minute, which causes a request only while the socket of this tab does not say it. */
const presenceOf = (userId: string | null) =>
  queryOptions({
    queryKey: presenceKey(userId ?? ''),
    queryFn:
      userId === null
        ? skipToken
        : async ({ signal }) => {
            const presence = await askSocket(userId)
            return presence === undefined ? askServer(userId, signal) : presence
          },
    refetchInterval: 60_000,
  })

/** The presence of a person on the screen. Null if they do not share it, undefined while it is not known or `userId` is null. */
export function usePresence(userId: string | null): Presence | null | undefined {
  useEffect(() => (userId === null ? undefined : watchPerson(userId)), [userId])
  return useQuery(presenceOf(userId)).data
}
