import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import { evenIfLeft, untilDone } from '../api.ts'
import { sayFailure } from '../ui/say-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { ownProfile } from './queries.ts'
import { refreshSelf } from './refresh-self.ts'

const client = hc<ProfileRoutes>('/api/profiles')
const mutationKey = ['profiles', 'activities']
const scope = { id: mutationKey.join(':') }

async function changeMine(queryClient: QueryClient, change: (list: PlayedActivity[]) => PlayedActivity[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: ownProfile.queryKey })
  queryClient.setQueryData(ownProfile.queryKey, (mine) => mine && { ...mine, sportAvailability: change(mine.sportAvailability) })
}

const withPut = (played: PlayedActivity) => (list: PlayedActivity[]) =>
  list.some(({ activity }) => activity === played.activity)
    ? list.map((one) => (one.activity === played.activity ? played : one))
    : [...list, played]

const without = (activity: string) => (list: PlayedActivity[]) => list.filter((one) => one.activity !== activity)

/** Where it stood before, or at the end if the list is shorter now. */
const putBack = (played: PlayedActivity, place: number) => (list: PlayedActivity[]) => list.toSpliced(place, 0, played)

const findPlace = (queryClient: QueryClient, activity: string) =>
  queryClient.getQueryData(ownProfile.queryKey)?.sportAvailability.findIndex((one) => one.activity === activity) ?? -1

function refresh(queryClient: QueryClient): void {
  if (queryClient.isMutating({ mutationKey }) > 1) return
  void queryClient.invalidateQueries({ queryKey: ownProfile.queryKey })
  void refreshSelf(queryClient)
}

/** Adds an activity, or changes its level or switch. */
export const puttingActivity = mutationOptions({
  mutationKey,
  scope,
  mutationFn: ({ activity, ...json }: PlayedActivity) =>
    untilDone(client.me.activities[':activity'].$put({ param: { activity }, json }, evenIfLeft)),
  onMutate: async (played, { client: queryClient }) => {
    const place = findPlace(queryClient, played.activity)
    const before = queryClient.getQueryData(ownProfile.queryKey)?.sportAvailability[place] ?? null
    await changeMine(queryClient, withPut(played))
    return before
  },
  onError: async (error, { activity }, before, { client: queryClient }) => {
    await changeMine(queryClient, before ? withPut(before) : without(activity))
    sayFailure(error)
  },
  onSuccess: () => void showSnackbar('Updated user data successfully.'),
  onSettled: (_data, _error, _played, _before, { client: queryClient }) => refresh(queryClient),
})

export const removingActivity = mutationOptions({
  mutationKey,
  scope,
  mutationFn: ({ activity }: PlayedActivity) => untilDone(client.me.activities[':activity'].$delete({ param: { activity } }, evenIfLeft)),
  onMutate: async ({ activity }, { client: queryClient }) => {
    const place = findPlace(queryClient, activity)
    await changeMine(queryClient, without(activity))
    return place
  },
  onError: async (error, played, place, { client: queryClient }) => {
    await changeMine(queryClient, putBack(played, place ?? -1))
    sayFailure(error)
  },
  onSettled: (_data, _error, _played, _place, { client: queryClient }) => refresh(queryClient),
})
