import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<ProfileRoutes>('/api/profiles')

/** My own, with what only I see. */
export const ownProfile = queryOptions({
  queryKey: ['profiles', 'me'],
  queryFn: ({ signal }) => readAnswer(client.me.$get({}, { init: { signal } })),
  meta: { offline: true },
})

/** A person as I may see them; also me, as others do. */
export const publicProfile = (userId: string) =>
  queryOptions({
    queryKey: ['profiles', 'public', userId],
    queryFn: ({ signal }) => readAnswer(client[':userId'].$get({ param: { userId } }, { init: { signal } })),
    meta: { offline: { newest: 50 } },
  })
