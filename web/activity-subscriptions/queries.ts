import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type {
  ActivitySubscription,
  ChangeActivitySubscription,
  CreateActivitySubscription,
} from '../../domain/activity-subscriptions/contract.ts'
import { ShownError } from '../../domain/shown-error.ts'
import type { ActivitySubscriptionRoutes } from '../../worker/activity-subscriptions/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'

const client = hc<ActivitySubscriptionRoutes>('/api/activity-subscriptions')

/** The viewer's alerts, newest first. The copy on the device may be older than the last save, so we always fetch them again. */
export const myAlerts = queryOptions({
  queryKey: ['activity-subscriptions'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  staleTime: 0,
  meta: { offline: true },
})

const updateList = (queryClient: QueryClient, edit: (list: ActivitySubscription[]) => ActivitySubscription[]) =>
  queryClient.setQueryData(myAlerts.queryKey, (data) => data && { ...data, subscriptions: edit(data.subscriptions) })

export const addingAlert = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (json: CreateActivitySubscription) => readAnswer(client.index.$post({ json })),
    onSuccess: (created) => updateList(queryClient, (list) => [created, ...list.filter(({ id }) => id !== created.id)]),
  })

export const changingAlert = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...json }: ChangeActivitySubscription & { id: string }) => readAnswer(client[':id'].$put({ param: { id }, json })),
    onSuccess: (saved) => updateList(queryClient, (list) => list.map((alert) => (alert.id === saved.id ? saved : alert))),
  })

/** If the alert no longer exists (deleted in another tab, or the first answer was lost), we count that as success. */
export const deletingAlert = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (id: string) => {
      try {
        await awaitSuccess(client[':id'].$delete({ param: { id } }))
      } catch (error) {
        if (!(error instanceof ShownError && error.code === 'SubscriptionNotFound')) throw error
      }
    },
    onSuccess: (_, id) => updateList(queryClient, (list) => list.filter((alert) => alert.id !== id)),
  })
