import { useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Currency } from '../../../domain/money.ts'
import type { CreateCoupon } from '../../../domain/orders/coupon-contract.ts'
import type { FormCouponRoutes } from '../../../worker/forms/coupon-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { couponQueries } from '../../coupons/coupon-queries.ts'
import { CouponsField } from '../../coupons/coupons-field.tsx'

const routes = hc<FormCouponRoutes>('/api/forms')[':id'].coupons

const couponsOf = (id: string) =>
  couponQueries(['forms', id, 'coupons'], {
    load: (signal) => readAnswer(routes.$get({ param: { id } }, { init: { signal } })),
    create: (json: CreateCoupon) => awaitSuccess(routes.$post({ param: { id }, json })),
    end: (couponId) => awaitSuccess(routes[':couponId'].$delete({ param: { id, couponId } })),
  })

/** The coupons of a form. */
export default function FormCoupons({ formId, currency }: { formId: string; currency: Currency }) {
  const { list, ...changes } = couponsOf(formId)
  return (
    <CouponsField
      coupons={{ list: useQuery(list), ...changes }}
      currency={currency}
      hint="It is for everything in the form together. If less is left than the smallest amount that can be charged, it is free."
    />
  )
}
