import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { NotePayment, RefundOrder } from '../../../domain/orders/contract.ts'
import type { OrderRoutes, PayRoutes } from '../../../worker/orders/routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { fromCursor, keysetPages } from '../../keyset.ts'
import { refreshManagedGame } from './manage-queries.ts'

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

/** A player has paid in cash, or need not pay. */
export const notingPayment = (eventId: string) =>
  mutationOptions({
    mutationFn: ({ joinerId, ...json }: NotePayment & { joinerId: string }) =>
      awaitSuccess(events[':id'].joiners[':joinerId'].payment.$post({ param: { id: eventId, joinerId }, json })),
    // Also after a refusal: the player may have paid by card.
    onSettled: (_data, _error, _variables, _result, { client }) => refreshManagedGame(client, eventId),
  })

/** Cash, or what cannot go back by card, was given back by hand. */
export const notingGivenBack = (eventId: string) =>
  mutationOptions({
    mutationFn: ({ orderId, refundId }: { orderId: string; refundId: string }) =>
      awaitSuccess(orders[':id'].refunds[':refundId']['given-back'].$post({ param: { id: orderId, refundId } })),
    onSettled: (_data, _error, _variables, _result, { client }) => client.invalidateQueries({ queryKey: gameOrders(eventId).queryKey }),
  })

/** As money, or as credit. */
export type BackAs = 'money' | 'credit'

export const givingBack = (eventId: string) =>
  mutationOptions({
    mutationFn: ({ orderId, as, ...json }: RefundOrder & { orderId: string; as: BackAs }) =>
      awaitSuccess(orders[':id'][as === 'credit' ? 'credits' : 'refunds'].$post({ param: { id: orderId }, json })),
    // Also after a refusal: it mostly means that this page is out of date.
    onSettled: (_data, _error, _variables, _result, { client }) => client.invalidateQueries({ queryKey: gameOrders(eventId).queryKey }),
  })
