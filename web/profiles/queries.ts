import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { OwnProfile, SaveProfile, SetUpProfile } from '../../domain/profiles/contract.ts'
import type { EventRoutes } from '../../worker/events/routes.ts'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import { currentSession } from '../access/queries.ts'
import { readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { refreshSelf } from './refresh-self.ts'

const client = hc<ProfileRoutes>('/api/profiles')
const events = hc<EventRoutes>('/api/events')

export const ownProfile = queryOptions({
  queryKey: ['profiles', 'me'],
  queryFn: ({ signal }) => readAnswer(client.me.$get({}, { init: { signal } })),
  meta: { offline: true },
  // A form must not begin with what was changed in another tab.
  staleTime: 0,
})

/** A person as I may see them; also me, as others do. */
export const publicProfile = (userId: string) =>
  queryOptions({
    queryKey: ['profiles', 'public', userId],
    queryFn: ({ signal }) => readAnswer(client[':userId'].$get({ param: { userId } }, { init: { signal } })),
    meta: { offline: { newest: 50 } },
  })

export const gamesOf = (userId: string) =>
  queryOptions({
    queryKey: ['profiles', 'games', userId],
    queryFn: ({ signal }) => readAnswer(client[':userId'].games.$get({ param: { userId } }, { init: { signal } })),
  })

export const gamesHostedBy = (hostId: string) =>
  queryOptions({
    queryKey: ['events', 'of-host', hostId],
    queryFn: ({ signal }) => readAnswer(events.index.$get({ query: { hostId } }, { init: { signal } })),
  })

/** The form and the bars show the new name at once; whatever else shows the person asks again. */
function takeIn(profile: OwnProfile): void {
  queryClient.setQueryData(ownProfile.queryKey, profile)
  queryClient.setQueryData(currentSession.queryKey, (session) =>
    session?.viewer ? { viewer: { ...session.viewer, name: profile.displayName ?? session.viewer.name } } : session,
  )
  void refreshSelf(queryClient)
}

export const settingUpProfile = mutationOptions({
  mutationFn: (json: SetUpProfile) => readAnswer(client.me.$post({ json })),
  onSuccess: takeIn,
})

export const savingProfile = mutationOptions({
  mutationFn: (json: SaveProfile) => readAnswer(client.me.$put({ json })),
  onSuccess: takeIn,
})
