import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type {
  ActivitySubscription,
  ChangeActivitySubscription,
  CreateActivitySubscription,
} from '../../domain/activity-subscriptions/contract.ts'
import { ShownError } from '../../domain/shown-error.ts'
import type { ActivitySubscriptionRoutes } from '../../worker/activity-subscriptions/routes.ts'
import { readAnswer, untilDone } from '../api.ts'

const client = hc<ActivitySubscriptionRoutes>('/api/activity-subscriptions')

/** What I am subscribed to, newest first. What the device kept may be from before the last save, so it is always asked for anew. */
export const mySubscriptions = queryOptions({
  queryKey: ['activity-subscriptions'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  staleTime: 0,
  meta: { offline: true },
})

const change = (queryClient: QueryClient, edit: (list: ActivitySubscription[]) => ActivitySubscription[]) =>
  queryClient.setQueryData(mySubscriptions.queryKey, (known) => known && { subscriptions: edit(known.subscriptions) })

export const subscribing = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (json: CreateActivitySubscription) => readAnswer(client.index.$post({ json })),
    onSuccess: (made) => change(queryClient, (list) => [made, ...list.filter(({ id }) => id !== made.id)]),
  })

export const changingSubscription = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...json }: ChangeActivitySubscription & { id: string }) => readAnswer(client[':id'].$put({ param: { id }, json })),
    onSuccess: (saved) => change(queryClient, (list) => list.map((one) => (one.id === saved.id ? saved : one))),
  })

/** One that is gone already, by another tab or by an answer that was lost, is what was wanted. */
export const unsubscribing = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (id: string) => {
      try {
        await untilDone(client[':id'].$delete({ param: { id } }))
      } catch (error) {
        if (!(error instanceof ShownError && error.code === 'SubscriptionNotFound')) throw error
      }
    },
    onSuccess: (_, id) => change(queryClient, (list) => list.filter((one) => one.id !== id)),
  })
