import { useQuery } from '@tanstack/react-query'
import type { Currency } from '../../../domain/money.ts'
import { CouponsField } from '../../coupons/coupons-field.tsx'
import { coupons, creatingCoupon, endingCoupon } from '../coupons.ts'

/** The coupons of a form. */
export default function FormCoupons({ formId, currency }: { formId: string; currency: Currency }) {
  return (
    <CouponsField
      coupons={{ list: useQuery(coupons(formId)), creating: creatingCoupon(formId), ending: endingCoupon(formId) }}
      currency={currency}
      hint="It is for everything in the form together. If less is left than the smallest amount that can be charged, it is free."
    />
  )
}
