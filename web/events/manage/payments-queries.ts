import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { RefundOrder } from '../../../domain/orders/contract.ts'
import type { OrderRoutes, PayRoutes } from '../../../worker/orders/routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { fromCursor, keysetPages } from '../../keyset.ts'

const events = hc<PayRoutes>('/api/events')
const orders = hc<OrderRoutes>('/api/orders')

/** What players have paid for a game. */
export const gameOrders = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['events', id, 'orders'],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(events[':id'].orders.$get({ param: { id }, query: fromCursor(pageParam) }, { init: { signal } })),
    ...keysetPages,
  })

export const givingMoneyBack = (eventId: string) =>
  mutationOptions({
    mutationFn: ({ orderId, ...json }: RefundOrder & { orderId: string }) =>
      awaitSuccess(orders[':id'].refunds.$post({ param: { id: orderId }, json })),
    // Also after a refusal: it mostly means that this page is out of date.
    onSettled: (_data, _error, _variables, _result, { client }) => client.invalidateQueries({ queryKey: gameOrders(eventId).queryKey }),
  })
