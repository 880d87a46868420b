/**
 * What an entry of the ledger is. 'payment': players have paid. 'refund' and 'dispute': money that went back, or came again. 'payout': money
 * on its way to the bank of the host. 'fee': what Stripe takes or gives by itself. 'other': everything else at Stripe.
 */
export const entryKinds = ['payment', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The categories of Stripe's reports, which stay the same where its types are many. */
const kinds: Readonly<Record<string, EntryKind>> = {
  charge: 'payment',
  charge_failure: 'payment',
  refund: 'refund',
  partial_capture_reversal: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  payout: 'payout',
  payout_reversal: 'payout',
  payout_failure: 'payout',
  payout_cancel: 'payout',
}

export const kindOf = (category: string): EntryKind => kinds[category] ?? 'other'

/** '2026-11'. Months of the ledger are in UTC, because a host may have games in several time zones. */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7)
