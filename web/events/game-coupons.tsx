import { useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { eventKey } from '../../domain/events/keys.ts'
import type { Currency } from '../../domain/money.ts'
import type { CreateCoupon } from '../../domain/orders/coupon-contract.ts'
import type { CouponRoutes } from '../../worker/orders/coupon-routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { couponQueries } from '../coupons/coupon-queries.ts'
import { CouponsField } from '../coupons/coupons-field.tsx'

const routes = hc<CouponRoutes>('/api/events')[':id'].coupons

const couponsOf = (id: string) =>
  couponQueries([...eventKey(id), 'coupons'], {
    load: (signal) => readAnswer(routes.$get({ param: { id } }, { init: { signal } })),
    create: (json: CreateCoupon) => awaitSuccess(routes.$post({ param: { id }, json })),
    end: (couponId) => awaitSuccess(routes[':couponId'].$delete({ param: { id, couponId } })),
  })

/** The coupons of a saved game, and those of its series. */
export default function GameCoupons({ eventId, currency }: { eventId: string; currency: Currency }) {
  const { list, ...changes } = couponsOf(eventId)
  return (
    <CouponsField
      coupons={{ list: useQuery(list), ...changes }}
      currency={currency}
      hint="It is for all seats of one payment together. If less is left than the smallest amount that can be charged, the seats are free."
    />
  )
}
