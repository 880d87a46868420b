import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { OwnProfile, SaveProfile, SetUpProfile } from '../../domain/profiles/contract.ts'
import type { EventRoutes } from '../../worker/events/routes.ts'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import { currentSession } from '../access/queries.ts'
import { readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { refreshAfterProfileChange } from './refresh-after-profile-change.ts'

const client = hc<ProfileRoutes>('/api/profiles')
const events = hc<EventRoutes>('/api/events')

export const ownProfile = queryOptions({
  queryKey: ['profiles', 'me'],
  queryFn: ({ signal }) => readAnswer(client.me.$get({}, { init: { signal } })),
  meta: { offline: true },
  // A form must not start with old values when another tab has changed them.
  staleTime: 0,
})

/** With `others`, people see their own profile as it is for somebody who does not know them. */
export type ProfileSight = 'mine' | 'others'
const toQuery = (sight: ProfileSight) => (sight === 'others' ? { as: sight } : {})

/** A profile as the viewer may see it. */
export const publicProfile = (userId: string, sight: ProfileSight = 'mine') =>
  queryOptions({
    queryKey: ['profiles', 'public', userId, ...(sight === 'others' ? [sight] : [])],
    queryFn: ({ signal }) => readAnswer(client[':userId'].$get({ param: { userId }, query: toQuery(sight) }, { init: { signal } })),
    meta: { offline: { newest: 50 } },
  })

export const gamesOf = (userId: string) =>
  queryOptions({
    queryKey: ['profiles', 'games', userId],
    queryFn: ({ signal }) => readAnswer(client[':userId'].games.$get({ param: { userId } }, { init: { signal } })),
  })

export const teamsOf = (userId: string, sight: ProfileSight = 'mine') =>
  queryOptions({
    // Under the key of all lists of communities, which are reloaded when somebody joins or leaves one.
    queryKey: ['teams', 'of-person', userId, ...(sight === 'others' ? [sight] : [])],
    queryFn: ({ signal }) => readAnswer(client[':userId'].teams.$get({ param: { userId }, query: toQuery(sight) }, { init: { signal } })),
  })

export const gamesHostedBy = (hostId: string) =>
  queryOptions({
    queryKey: ['events', 'of-host', hostId],
    queryFn: ({ signal }) => readAnswer(events.index.$get({ query: { hostId } }, { init: { signal } })),
  })

/** The form and the top bar show the new name at once. Other data that shows this person is reloaded. */
function showSavedProfile(profile: OwnProfile): void {
  queryClient.setQueryData(ownProfile.queryKey, profile)
  queryClient.setQueryData(currentSession.queryKey, (session) =>
    session?.viewer ? { viewer: { ...session.viewer, name: profile.displayName ?? session.viewer.name } } : session,
  )
  void refreshAfterProfileChange(queryClient)
}

export const settingUpProfile = mutationOptions({
  mutationFn: (json: SetUpProfile) => readAnswer(client.me.$post({ json })),
  onSuccess: showSavedProfile,
})

export const savingProfile = mutationOptions({
  mutationFn: (json: SaveProfile) => readAnswer(client.me.$put({ json })),
  onSuccess: showSavedProfile,
})
