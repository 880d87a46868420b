import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SaveProfile, SetUpProfile } from '../../domain/profiles/contract.ts'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import { readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'

const client = hc<ProfileRoutes>('/api/profiles')

export const ownProfile = queryOptions({
  queryKey: ['profiles', 'me'],
  queryFn: ({ signal }) => readAnswer(client.me.$get({}, { init: { signal } })),
  meta: { offline: true },
})

export const settingUpProfile = mutationOptions({
  mutationFn: (json: SetUpProfile) => readAnswer(client.me.$post({ json })),
  onSuccess: (profile) => queryClient.setQueryData(ownProfile.queryKey, profile),
})

export const savingProfile = mutationOptions({
  mutationFn: (json: SaveProfile) => readAnswer(client.me.$put({ json })),
  onSuccess: (profile) => queryClient.setQueryData(ownProfile.queryKey, profile),
})
