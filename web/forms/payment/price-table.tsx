import type { PriceLine, SubmissionPayment } from '../../../domain/forms/payment-contract.ts'
import { formatExactMoney } from '../../../domain/money.ts'

type PriceTableProps = Pick<SubmissionPayment, 'lines' | 'siblingDiscount' | 'couponDiscount' | 'bookingFee' | 'currency' | 'total'>

/** What was charged, line by line, and the total. */
export function PriceTable({ lines, siblingDiscount, couponDiscount, bookingFee, currency, total }: PriceTableProps) {
  const money = (amount: number) => formatExactMoney({ amount, currency })
  const more = [
    { label: 'Discount for more than one', amount: -siblingDiscount },
    { label: 'Coupon', amount: -couponDiscount },
    { label: 'Booking fee', amount: bookingFee },
  ].filter(({ amount }) => amount !== 0)
  return (
    <dl className="grid gap-2.5">
      {lines.map((line) => (
        <Row key={`${line.label} ${line.each}`} label={nameOf(line)} value={money(line.amount)} />
      ))}
      {more.map(({ label, amount }) => (
        <Row key={label} label={label} value={money(amount)} />
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 font-strong">
        <dt>Total</dt>
        <dd className="tabular-nums">{money(total)}</dd>
      </div>
    </dl>
  )
}

const nameOf = ({ label, quantity }: PriceLine) => (quantity === 1 ? label : `${quantity} × ${label}`)

const Row = ({ label, value }: { label: string; value: string }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="min-w-0 wrap-anywhere">{label}</dt>
    <dd className="tabular-nums">{value}</dd>
  </div>
)
