import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CreateCoupon } from '../../domain/orders/coupon-contract.ts'
import type { FormCouponRoutes } from '../../worker/forms/coupon-routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'

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

const couponsKey = (id: string) => ['forms', id, 'coupons']

/** All coupons of a form, for those who build it. */
export const coupons = (id: string) =>
  queryOptions({
    queryKey: couponsKey(id),
    queryFn: ({ signal }) => readAnswer(routes[':id'].coupons.$get({ param: { id } }, { init: { signal } })),
  })

export const creatingCoupon = (id: string) =>
  mutationOptions({
    mutationFn: (json: CreateCoupon) => awaitSuccess(routes[':id'].coupons.$post({ param: { id }, json })),
    onSuccess: (_done, _sent, _result, { client }) => client.invalidateQueries({ queryKey: couponsKey(id) }),
  })

export const endingCoupon = (id: string) =>
  mutationOptions({
    mutationFn: (couponId: string) => awaitSuccess(routes[':id'].coupons[':couponId'].$delete({ param: { id, couponId } })),
    onSuccess: (_done, _sent, _result, { client }) => client.invalidateQueries({ queryKey: couponsKey(id) }),
  })
