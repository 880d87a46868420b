import type Stripe from 'stripe'
import { payoutStates } from '../../domain/ledger/contract.ts'
import { type EntryKind, kindOf, monthOf } from '../../domain/ledger/kinds.ts'
import { toMillis } from '../payments/call-stripe.ts'

/** A transaction at Stripe, as the ledger stores it, with what leads to its order. */
export type Transaction = {
  id: string
  kind: EntryKind
  gross: number
  stripeFee: number
  ourFee: number
  net: number
  currency: string
  month: string
  createdAt: number
  availableAt: number
  paymentId: string | null
  /** The order that the charge names. Only a charge on the account of the order counts. */
  orderId: string | null
  /** The payment of dues that the charge names. */
  duePaymentId: string | null
  /** The payment for a form that the charge names. */
  formPaymentId: string | null
  /** The community whose membership was paid, as Stripe says. */
  teamId: string | null
  /** The payment has arrived. */
  isPaid: boolean
  refundId: string | null
  disputeId: string | null
  /** The bank of the player did not take the refund. */
  isRefundFailure: boolean
}

type Source = Exclude<Stripe.BalanceTransaction['source'], string | null>

const sourceOf = ({ source }: Stripe.BalanceTransaction): Source | null => (typeof source === 'string' ? null : source)

/** The payment that a charge, a refund or a dispute is about. */
const paymentOf = (source: Source | null): string | null => {
  const payment = source && 'payment_intent' in source ? source.payment_intent : null
  return typeof payment === 'string' ? payment : (payment?.id ?? null)
}

export function readTransaction(transaction: Stripe.BalanceTransaction): Transaction {
  const { id, amount, fee, fee_details, net, currency, reporting_category, created, available_on, type } = transaction
  const source = sourceOf(transaction)
  const charge = source?.object === 'charge' ? source : null
  const ourFee = fee_details.reduce((sum, part) => sum + (part.type === 'application_fee' ? part.amount : 0), 0)
  const createdAt = toMillis(created)
  return {
    ...{ id, gross: amount, ourFee, stripeFee: fee - ourFee, net, currency, createdAt },
    kind: kindOf(reporting_category),
    month: monthOf(createdAt),
    availableAt: toMillis(available_on),
    paymentId: paymentOf(source),
    orderId: charge?.metadata.orderId ?? null,
    duePaymentId: charge?.metadata.duePaymentId ?? null,
    formPaymentId: charge?.metadata.submissionPaymentId ?? null,
    teamId: null,
    isPaid: charge?.status === 'succeeded',
    refundId: source?.object === 'refund' ? source.id : null,
    disputeId: source?.object === 'dispute' ? source.id : null,
    isRefundFailure: type === 'refund_failure',
  }
}

/** The payouts that these transactions are about. */
export const payoutsIn = (transactions: readonly Stripe.BalanceTransaction[]): Stripe.Payout[] =>
  transactions.flatMap((transaction) => {
    const source = sourceOf(transaction)
    return source?.object === 'payout' ? [source] : []
  })

/** Refunds and disputes do not name what was paid, but their payment does. */
export function nameOrders(transactions: readonly Transaction[]): Transaction[] {
  const named = new Map(
    transactions.flatMap((all) =>
      all.paymentId && (all.orderId || all.duePaymentId || all.formPaymentId) ? [[all.paymentId, all] as const] : [],
    ),
  )
  return transactions.map((transaction) => ({
    ...transaction,
    orderId: transaction.orderId ?? named.get(transaction.paymentId ?? '')?.orderId ?? null,
    duePaymentId: transaction.duePaymentId ?? named.get(transaction.paymentId ?? '')?.duePaymentId ?? null,
    formPaymentId: transaction.formPaymentId ?? named.get(transaction.paymentId ?? '')?.formPaymentId ?? null,
  }))
}

export const readPayout = ({
  id,
  amount,
  currency,
  status,
  arrival_date,
  created,
  failure_message,
  reconciliation_status,
}: Stripe.Payout) => ({
  ...{ id, amount, currency },
  // A state that this release does not know is one on the way.
  state: payoutStates.find((known) => known === status) ?? 'pending',
  arrivesAt: toMillis(arrival_date),
  createdAt: toMillis(created),
  failure: failure_message,
  isListed: reconciliation_status === 'completed',
})
