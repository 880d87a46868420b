import { useQuery } from '@tanstack/react-query'
import type { Currency } from '../../../domain/money.ts'
import { CouponsField } from '../../coupons/coupons-field.tsx'
import { coupons, creatingCoupon, endingCoupon } from '../coupons.ts'

/** The coupons of a saved game. */
export default function GameCoupons({ eventId, currency }: { eventId: string; currency: Currency }) {
  return (
    <CouponsField
      coupons={{ list: useQuery(coupons(eventId)), creating: creatingCoupon(eventId), ending: endingCoupon(eventId) }}
      currency={currency}
      hint="It is for all seats of one payment together. If less is left than the smallest amount that can be charged, the seats are free."
    />
  )
}
