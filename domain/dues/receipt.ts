import { formatFullMoment } from '../events/format-when.ts'
import { formatExactMoney, type Money } from '../money.ts'
import type { ReceiptLine } from '../orders/receipt.ts'
import type { DueMethod } from './contract.ts'

/** What a member paid to their community, as it was when the payment arrived. */
export type DueReceipt = Money & {
  number: string
  payer: string
  /** The name of the community, or of the product if a plan was paid. */
  team: string
  title: string
  paidAt: number
  method: DueMethod
}

/** What was paid, as its receipt calls it. */
export type PaidKind = 'Dues' | 'Form' | 'Membership' | 'Plan'

/** The lines of a receipt, for the email and the PDF. The zone of the person is not known. */
export function listDueReceiptLines(
  { number, payer, team, title, paidAt, method, ...money }: DueReceipt,
  what: PaidKind = 'Dues',
): ReceiptLine[] {
  return [
    { label: 'Receipt number', value: number },
    { label: 'Paid on', value: formatFullMoment(paidAt, { timeZone: 'UTC', now: paidAt }) },
    ...(method === 'cash' ? [{ label: 'Payment', value: 'Paid in cash' }] : []),
    { label: 'Paid by', value: payer },
    { label: 'Paid to', value: team },
    { label: what, value: title },
    { label: 'Total', value: `${formatExactMoney(money)} (${money.currency.toUpperCase()})` },
  ]
}

/** What the email of a payment by card says, as a receipt. */
export const asDueReceipt = ({ username, ...receipt }: Omit<DueReceipt, 'payer' | 'method'> & { username: string }): DueReceipt => ({
  ...receipt,
  payer: username,
  method: 'card',
})
