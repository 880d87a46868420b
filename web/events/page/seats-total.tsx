import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { priceFor } from '../pay-for-seats.ts'

type SeatsTotalProps = { event: EventDetail; seats: number; tierId: string | null; now: number }

/** What the viewer pays for themselves and their guests. */
export default function SeatsTotal({ event: { price, startsAt }, seats, tierId, now }: SeatsTotalProps) {
  if (price === null) return null
  const total = priceFor({ price, startsAt }, { seats, tierId }, now)
  const { currency, bookingFee } = total
  return (
    <div role="status" className="grid gap-0.5 border-t border-line pt-3.5">
      <p className="flex items-baseline justify-between gap-3 font-strong">
        <span>{seats === 1 ? '1 seat' : `${seats} seats`}</span>
        <span className="tabular-nums">{formatExactMoney(total)}</span>
      </p>
      <p className="text-small text-soft">
        {bookingFee > 0 && `Includes ${formatMoney({ amount: bookingFee, currency })} booking fee. `}You pay on the next page.
      </p>
    </div>
  )
}
