import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeNotification, NotificationSettings } from '../../domain/notifications/contract.ts'
import type { NotificationRoutes } from '../../worker/notifications/routes.ts'
import { evenIfLeft, readAnswer, untilDone } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { sayFailure } from '../ui/say-failure.ts'

const client = hc<NotificationRoutes>('/api/notifications')

export const noticeList = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.index.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})

/** Looked after every minute while the tab is in sight, and when one comes back to it. */
export const unreadCount = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => readAnswer(client.unread.$get({}, { init: { signal } })),
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
  select: ({ unread }) => unread,
})

/** All up to this moment was seen. */
export const readingNotices = mutationOptions({
  mutationFn: (upTo: number) => untilDone(client.read.$post({ json: { upTo } })),
  onSuccess: (_, upTo, _result, { client: queryClient }) => {
    queryClient.setQueryData(
      noticeList.queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            notices: page.notices.map((notice) => (notice.createdAt <= upTo ? { ...notice, isRead: true } : notice)),
          })),
        },
    )
    return queryClient.invalidateQueries({ queryKey: unreadCount.queryKey })
  },
})

export const notificationSettings = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => readAnswer(client.settings.$get({}, { init: { signal } })),
  meta: { offline: true },
})

const mutationKey = ['notifications', 'settings']
const scope = { id: mutationKey.join(':') }

async function changeSettings(queryClient: QueryClient, change: (settings: NotificationSettings) => NotificationSettings): Promise<void> {
  const { queryKey } = notificationSettings
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (settings) => settings && change(settings))
}

function refreshSettings(queryClient: QueryClient): void {
  if (queryClient.isMutating({ mutationKey }) > 1) return
  void queryClient.invalidateQueries({ queryKey: notificationSettings.queryKey })
}

const withSwitch =
  ({ topic, channel, isOn }: ChangeNotification) =>
  ({ notificationSettings: topics, ...rest }: NotificationSettings): NotificationSettings => ({
    ...rest,
    notificationSettings: { ...topics, [topic]: { ...topics[topic], [channel]: isOn } },
  })

export const changingNotification = mutationOptions({
  mutationKey,
  scope,
  mutationFn: (json: ChangeNotification) => untilDone(client.settings.$patch({ json }, evenIfLeft)),
  onMutate: (change, { client: queryClient }) => changeSettings(queryClient, withSwitch(change)),
  onError: async (error, change, _, { client: queryClient }) => {
    await changeSettings(queryClient, withSwitch({ ...change, isOn: !change.isOn }))
    sayFailure(error)
  },
  onSettled: (_data, _error, _change, _result, { client: queryClient }) => refreshSettings(queryClient),
})

type Mute = { teamId: string; isMuted: boolean }

const withMute =
  ({ teamId, isMuted }: Mute) =>
  (settings: NotificationSettings): NotificationSettings => ({
    ...settings,
    teams: settings.teams.map((team) => (team.id === teamId ? { ...team, isMuted } : team)),
  })

export const mutingTeam = mutationOptions({
  mutationKey,
  scope,
  mutationFn: ({ teamId, isMuted }: Mute) => {
    const mute = client.mutes[':teamId']
    return untilDone(isMuted ? mute.$put({ param: { teamId } }, evenIfLeft) : mute.$delete({ param: { teamId } }, evenIfLeft))
  },
  onMutate: (mute, { client: queryClient }) => changeSettings(queryClient, withMute(mute)),
  onError: async (error, mute, _, { client: queryClient }) => {
    await changeSettings(queryClient, withMute({ ...mute, isMuted: !mute.isMuted }))
    sayFailure(error)
  },
  onSettled: (_data, _error, _mute, _result, { client: queryClient }) => refreshSettings(queryClient),
})

/** The person leaves it all as it is, and has thereby chosen. */
export const keepingNotifications = mutationOptions({
  mutationKey,
  scope,
  mutationFn: () => untilDone(client.settings.$put({}, evenIfLeft)),
  onMutate: (_, { client: queryClient }) => changeSettings(queryClient, (settings) => ({ ...settings, isChosen: true })),
  onError: async (error, _, _result, { client: queryClient }) => {
    await changeSettings(queryClient, (settings) => ({ ...settings, isChosen: false }))
    sayFailure(error)
  },
  onSettled: (_data, _error, _, _result, { client: queryClient }) => refreshSettings(queryClient),
})
