import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import type { ProfileRoutes } from '../../worker/profiles/routes.ts'
import { awaitSuccess, keepalive } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { ownProfile } from './queries.ts'
import { refreshAfterProfileChange } from './refresh-after-profile-change.ts'

const client = hc<ProfileRoutes>('/api/profiles')
const mutationKey = ['profiles', 'activities']
const scope = { id: mutationKey.join(':') }

async function changeOwnActivities(queryClient: QueryClient, change: (list: PlayedActivity[]) => PlayedActivity[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: ownProfile.queryKey })
  queryClient.setQueryData(
    ownProfile.queryKey,
    (profile) => profile && { ...profile, sportAvailability: change(profile.sportAvailability) },
  )
}

const withActivity = (played: PlayedActivity) => (list: PlayedActivity[]) =>
  list.some(({ activity }) => activity === played.activity)
    ? list.map((other) => (other.activity === played.activity ? played : other))
    : [...list, played]

const withoutActivity = (activity: string) => (list: PlayedActivity[]) => list.filter((other) => other.activity !== activity)

/** Puts an activity back at its old position, or at the end if the list is shorter now. */
const withActivityAt = (played: PlayedActivity, position: number) => (list: PlayedActivity[]) => list.toSpliced(position, 0, played)

const findPosition = (queryClient: QueryClient, activity: string) =>
  queryClient.getQueryData(ownProfile.queryKey)?.sportAvailability.findIndex((other) => other.activity === activity) ?? -1

function refresh(queryClient: QueryClient): void {
  if (queryClient.isMutating({ mutationKey }) > 1) return
  void queryClient.invalidateQueries({ queryKey: ownProfile.queryKey })
  void refreshAfterProfileChange(queryClient)
}

/** Adds an activity, or changes its level or switch. */
export const savingActivity = mutationOptions({
  mutationKey,
  scope,
  mutationFn: ({ activity, ...json }: PlayedActivity) =>
    awaitSuccess(client.me.activities[':activity'].$put({ param: { activity }, json }, keepalive)),
  onMutate: async (played, { client: queryClient }) => {
    const position = findPosition(queryClient, played.activity)
    const before = queryClient.getQueryData(ownProfile.queryKey)?.sportAvailability[position] ?? null
    await changeOwnActivities(queryClient, withActivity(played))
    return before
  },
  onError: async (error, { activity }, before, { client: queryClient }) => {
    await changeOwnActivities(queryClient, before ? withActivity(before) : withoutActivity(activity))
    showFailure(error)
  },
  onSuccess: () => void showSnackbar('Updated user data successfully.'),
  onSettled: (_data, _error, _played, _before, { client: queryClient }) => refresh(queryClient),
})

export const removingActivity = mutationOptions({
  mutationKey,
  scope,
  mutationFn: ({ activity }: PlayedActivity) => awaitSuccess(client.me.activities[':activity'].$delete({ param: { activity } }, keepalive)),
  onMutate: async ({ activity }, { client: queryClient }) => {
    const position = findPosition(queryClient, activity)
    await changeOwnActivities(queryClient, withoutActivity(activity))
    return position
  },
  onError: async (error, played, position, { client: queryClient }) => {
    await changeOwnActivities(queryClient, withActivityAt(played, position ?? -1))
    showFailure(error)
  },
  onSettled: (_data, _error, _played, _position, { client: queryClient }) => refresh(queryClient),
})
