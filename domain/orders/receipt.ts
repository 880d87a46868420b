import * as v from 'valibot'
import { formatFullMoment } from '../events/format-when.ts'
import { currencies, formatExactMoney } from '../money.ts'
import { Instant } from '../numbers.ts'
import { orderMethods } from './contract.ts'

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** What a person paid for, as it was when the payment arrived. */
export const Receipt = v.object({
  orderId: v.pipe(v.string(), v.maxLength(64)),
  title: v.pipe(v.string(), v.maxLength(200)),
  startsAt: Instant,
  timeZone: v.pipe(v.string(), v.maxLength(60)),
  payer: Name,
  /** The host who was paid. */
  payee: Name,
  seats: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The whole price. The booking fee is a part of it. */
  amount: Amount,
  bookingFee: Amount,
  /** What was paid with credit. The price is without it. */
  credit: v.optional(Amount, 0),
  currency: v.picklist(currencies),
  paidAt: Instant,
  method: v.optional(v.picklist(orderMethods), 'card'),
})
export type Receipt = v.InferOutput<typeof Receipt>

export type ReceiptLine = { label: string; value: string }

/** The lines of a receipt, for the email and the PDF. The zone of the person is not known, so it is that of the game. */
export function listReceiptLines({ amount, bookingFee, credit, currency, ...receipt }: Receipt): ReceiptLine[] {
  const format = (part: number) => formatExactMoney({ amount: part, currency })
  const { timeZone, paidAt: now } = receipt
  return [
    { label: 'Receipt number', value: receipt.orderId },
    { label: 'Paid on', value: formatFullMoment(receipt.paidAt, { timeZone, now }) },
    ...(receipt.method === 'cash' ? [{ label: 'Payment', value: 'Paid in cash' }] : []),
    { label: 'Paid by', value: receipt.payer },
    { label: 'Paid to', value: receipt.payee },
    { label: 'Game', value: receipt.title },
    { label: 'Starts', value: formatFullMoment(receipt.startsAt, { timeZone, now }) },
    { label: receipt.seats === 1 ? '1 seat' : `${receipt.seats} seats`, value: format(amount - bookingFee + credit) },
    ...(credit > 0 ? [{ label: 'Credit', value: format(-credit) }] : []),
    ...(bookingFee > 0 ? [{ label: 'Booking fee', value: format(bookingFee) }] : []),
    { label: 'Total', value: `${format(amount)} (${currency.toUpperCase()})` },
  ]
}
