import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { useCreditChoice, useTypedCoupon } from '../coupons.ts'
import { priceFor } from '../pay-for-seats.ts'
import CouponField from './coupon-field.tsx'
import CreditSwitch from './credit-switch.tsx'

type SeatsTotalProps = { event: EventDetail; seats: number; tierId: string | null; now: number }

/** What the viewer pays for themselves and their guests. */
export default function SeatsTotal({ event: { id, price, startsAt }, seats, tierId, now }: SeatsTotalProps) {
  const coupon = useTypedCoupon(id)
  const usesCredit = useCreditChoice(id)
  if (price === null) return null
  const total = priceFor({ price, startsAt }, { seats, tierId }, now, { coupon, usesCredit })
  const { currency, bookingFee, credit } = total
  return (
    <>
      {price.hasCoupons && <CouponField eventId={id} currency={currency} />}
      {price.credit !== undefined && <CreditSwitch eventId={id} credit={price.credit} total={total} />}
      <div role="status" className="grid gap-0.5 border-t border-line pt-3.5">
        <p className="flex items-baseline justify-between gap-3 font-strong">
          <span>{seats === 1 ? '1 seat' : `${seats} seats`}</span>
          <span className="tabular-nums">{formatExactMoney(total)}</span>
        </p>
        <p className="text-small text-soft">
          {credit > 0 && `After ${formatMoney({ amount: credit, currency })} of your credit. `}
          {bookingFee > 0 && `Includes ${formatMoney({ amount: bookingFee, currency })} booking fee. `}
          {total.amount > 0 ? 'You pay on the next page.' : 'You have nothing to pay.'}
        </p>
      </div>
    </>
  )
}
