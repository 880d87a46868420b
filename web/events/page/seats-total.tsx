import type { EventDetail } from '../../../domain/events/contract.ts'
import { pricingOfTier } from '../../../domain/events/seat-price.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import type { Balance } from '../../../domain/orders/balance.ts'
import { useCreditChoice, useTypedCoupon } from '../coupons.ts'
import { priceFor } from '../pay-for-seats.ts'
import { usePayWay } from '../pay-way.ts'
import CouponField from './coupon-field.tsx'
import CreditSwitch from './credit-switch.tsx'
import PayWayChoice, { formatLater } from './pay-way-choice.tsx'

type SeatsTotalProps = { event: EventDetail; seats: number; tierId: string | null; now: number }

function formatSeats(seats: number, balance: Balance | null): string {
  if (balance && balance.shares > 0) return 'Your seat'
  const words = seats === 1 ? '1 seat' : `${seats} seats`
  return balance ? `Deposit for ${words}` : words
}

/** What the viewer pays for themselves and their guests. */
export default function SeatsTotal({ event, seats, tierId, now }: SeatsTotalProps) {
  const { id, price, startsAt, timeZone } = event
  const coupon = useTypedCoupon(id)
  const usesCredit = useCreditChoice(id)
  const way = usePayWay(id)
  if (price === null) return null
  const total = priceFor({ price, startsAt }, { seats, tierId }, now, { coupon, usesCredit, way })
  const { currency, bookingFee, credit, balance } = total
  return (
    <>
      {price.hasCoupons && <CouponField eventId={id} currency={currency} />}
      {price.credit !== undefined && <CreditSwitch eventId={id} credit={price.credit} total={total} />}
      <PayWayChoice event={{ ...event, price: pricingOfTier(price, tierId) }} seats={seats} now={now} />
      <div role="status" className="grid gap-0.5 border-t border-line pt-3.5">
        <p className="flex items-baseline justify-between gap-3 font-strong">
          <span>{formatSeats(seats, balance)}</span>
          <span className="tabular-nums">{formatExactMoney(total)}</span>
        </p>
        <p className="text-small text-soft">
          {credit > 0 && `After ${formatMoney({ amount: credit, currency })} of your credit. `}
          {bookingFee > 0 && `Includes ${formatMoney({ amount: bookingFee, currency })} booking fee. `}
          {balance && `${formatLater({ balance, price, timeZone, now })} `}
          {total.amount > 0 ? 'You pay on the next page.' : 'You have nothing to pay.'}
        </p>
      </div>
    </>
  )
}
