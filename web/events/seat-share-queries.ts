import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import type { ShareRoutes } from '../../worker/orders/share-routes.ts'
import { readAnswer } from '../api.ts'
import { holdReload } from '../busy.ts'
import { leaveForStripe } from '../payments/leave-for-stripe.ts'

const routes = hc<ShareRoutes>('/api/shares')

/** The seat that a friend asks the viewer to pay for. */
export const seatShare = (id: string) =>
  queryOptions({
    queryKey: ['shares', id],
    queryFn: ({ signal }) => readAnswer(routes[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })

/** Leads to the page on which the viewer pays for it. */
export const payingShare = (id: string) =>
  mutationOptions({
    mutationFn: async (json: PayForSeat) => {
      const release = holdReload()
      try {
        const { url } = await readAnswer(routes[':id'].pay.$post({ param: { id }, json }))
        leaveForStripe(url)
      } finally {
        release()
      }
    },
    onError: (_error: unknown, _sent: PayForSeat, _result: unknown, { client }) =>
      client.invalidateQueries({ queryKey: seatShare(id).queryKey }),
  })
