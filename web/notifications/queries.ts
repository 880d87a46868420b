import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MailFrequency, WaitingTopic } from '../../domain/mail/topics.ts'
import type { ChangeNotification, NoticeFilter, NotificationSettings, ReadNotices } from '../../domain/notifications/contract.ts'
import type { QuietHours } from '../../domain/notifications/quiet-hours.ts'
import type { Weekday } from '../../domain/time/clock.ts'
import type { NotificationRoutes } from '../../worker/notifications/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { askEvery } from '../presence/live-state.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<NotificationRoutes>('/api/notifications')

const listKey = ['notifications', 'list'] as const

/** Without a filter, all of them. */
export const noticeList = (show: NoticeFilter | null) =>
  infiniteQueryOptions({
    queryKey: [...listKey, show],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client.index.$get({ query: { ...fromCursor(pageParam), ...(show && { show }) } }, { init: { signal } })),
    ...keysetPages,
    meta: { offline: true },
  })

/** Fetched every minute while the tab is visible, and when the user returns to it. */
export const unreadCount = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => readAnswer(client.unread.$get({}, { init: { signal } })),
  refetchInterval: askEvery(60_000),
  refetchOnWindowFocus: 'always',
  select: ({ unread }) => unread,
})

/** Marks all notifications that the list shows as read, up to this time. */
export const readingNotices = mutationOptions({
  mutationFn: (json: ReadNotices) => awaitSuccess(client.read.$post({ json })),
  onSuccess: (_, { upTo, show }, _result, { client: queryClient }) => {
    queryClient.setQueryData(
      noticeList(show ?? null).queryKey,
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
    notificationSettings: { ...topics, [topic]: { ...(topics[topic] ?? { email: true, push: true }), [channel]: isOn } },
  })

export const changingNotification = mutationOptions({
  mutationKey,
  scope,
  mutationFn: (json: ChangeNotification) => awaitSuccess(client.settings.$patch({ json }, keepalive)),
  onMutate: (change, { client: queryClient }) => changeSettings(queryClient, withSwitch(change)),
  onError: async (error, change, _, { client: queryClient }) => {
    await changeSettings(queryClient, withSwitch({ ...change, isOn: !change.isOn }))
    showFailure(error)
  },
  onSettled: (_data, _error, _change, _result, { client: queryClient }) => refreshSettings(queryClient),
})

export const stoppingTopic = mutationOptions({
  mutationKey,
  scope,
  mutationFn: (topic: ChangeNotification['topic']) => readAnswer(client.settings[':topic'].stop.$post({ param: { topic } }, keepalive)),
  onError: showFailure,
  onSettled: (_data, _error, _topic, _result, { client: queryClient }) => refreshSettings(queryClient),
})

type FrequencyChange = { topic: WaitingTopic; frequency: MailFrequency }

const withFrequency =
  ({ topic, frequency }: FrequencyChange) =>
  (settings: NotificationSettings): NotificationSettings => ({
    ...settings,
    isChosen: true,
    frequencies: { ...settings.frequencies, [topic]: frequency },
  })

export const changingFrequency = mutationOptions({
  mutationKey,
  scope,
  mutationFn: ({ topic, frequency }: FrequencyChange) =>
    awaitSuccess(client.settings[':topic'].frequency.$put({ param: { topic }, json: { frequency } }, keepalive)),
  onMutate: (change, { client: queryClient }) => changeSettings(queryClient, withFrequency(change)),
  // The reload after it shows the old value again.
  onError: showFailure,
  onSettled: (_data, _error, _change, _result, { client: queryClient }) => refreshSettings(queryClient),
})

type TimesChange = { quietHours: QuietHours | null } | { weekday: Weekday }

export const changingTimes = mutationOptions({
  mutationKey,
  scope,
  mutationFn: (json: TimesChange) => awaitSuccess(client.settings.$patch({ json }, keepalive)),
  onMutate: (change, { client: queryClient }) => changeSettings(queryClient, (settings) => ({ ...settings, ...change, isChosen: true })),
  // The reload after it shows the old value again.
  onError: showFailure,
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
    return awaitSuccess(isMuted ? mute.$put({ param: { teamId } }, keepalive) : mute.$delete({ param: { teamId } }, keepalive))
  },
  onMutate: (mute, { client: queryClient }) => changeSettings(queryClient, withMute(mute)),
  onError: async (error, mute, _, { client: queryClient }) => {
    await changeSettings(queryClient, withMute({ ...mute, isMuted: !mute.isMuted }))
    showFailure(error)
  },
  onSettled: (_data, _error, _mute, _result, { client: queryClient }) => refreshSettings(queryClient),
})

/** Keeps the default settings. This counts as a choice, so Home no longer reminds the user to set notifications. */
export const keepingNotifications = mutationOptions({
  mutationKey,
  scope,
  mutationFn: () => awaitSuccess(client.settings.$put({}, keepalive)),
  onMutate: (_, { client: queryClient }) => changeSettings(queryClient, (settings) => ({ ...settings, isChosen: true })),
  onError: async (error, _, _result, { client: queryClient }) => {
    await changeSettings(queryClient, (settings) => ({ ...settings, isChosen: false }))
    showFailure(error)
  },
  onSettled: (_data, _error, _, _result, { client: queryClient }) => refreshSettings(queryClient),
})
