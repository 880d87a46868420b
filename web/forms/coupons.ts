import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { FormCouponRoutes } from '../../worker/forms/coupon-routes.ts'
import { readAnswer } from '../api.ts'

const routes = hc<FormCouponRoutes>('/api/forms')

const checksOf = (id: string) => ['forms', id, 'coupon']

/** What a code takes off the price of a form. */
export const checkedCoupon = (id: string, code: string, { accessCode, guest }: { accessCode: string | null; guest: string | null }) =>
  queryOptions({
    queryKey: [...checksOf(id), code],
    queryFn: ({ signal }) =>
      readAnswer(
        routes[':id'].coupons.check.$post(
          { param: { id }, json: { code, ...(accessCode !== null && { accessCode }), ...(guest !== null && { guest }) } },
          { init: { signal } },
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Somebody else may have used the code meanwhile. */
export const checkCouponsAgain = (client: QueryClient, id: string) => client.resetQueries({ queryKey: checksOf(id) })
