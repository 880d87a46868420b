import type Stripe from 'stripe'
import { addEntry, balanceOf } from './balance.ts'
import { type Books, mergeMetadata } from './books.ts'
import { format } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { refundFee } from './fees.ts'
import { paginate } from './lists.ts'
import { amount, boolean, choice, metadata, optional, page, paramsOf, range, text } from './params.ts'
import type { Metadata, Row } from './types.ts'

type Refund = Row<'refund'>
type Charge = Row<'charge'>
type Options = {
  amount?: number | undefined
  reason?: string | undefined
  metadata?: '' | Metadata | undefined
  withFee?: boolean | undefined
}

/** Refunds a charge. If the account has too little money, the refund waits for the next money that comes in. */
export function refundCharge(books: Books, charge: Charge, { amount, reason, metadata, withFee = false }: Options): Refund {
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, { param: 'charge' })
  const dispute = books.all('dispute').find((row) => row.charge === charge.id)
  if (dispute && !dispute.is_charge_refundable)
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed', param: 'charge' })
  if (charge.refunded) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded', param: 'charge' })
  const rest = charge.amount - charge.amount_refunded
  const refunded = amount ?? rest
  if (refunded > rest)
    throw invalid(
      `Refund amount (${format(refunded, charge.currency)}) is greater than unrefunded amount on charge (${format(rest, charge.currency)})`,
      { param: 'amount' },
    )
  if (withFee && !charge.application_fee)
    throw invalid(`You cannot refund the application fee of charge ${charge.id}, because it has none.`, { param: 'refund_application_fee' })
  const refund = books.put('refund', {
    id: books.newId('re'),
    object: 'refund',
    amount: refunded,
    balance_transaction: null,
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: mergeMetadata({}, metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    pending_reason: 'insufficient_funds',
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    transfer_reversal: null,
    _withFee: withFee,
  })
  const changed = books.change('charge', charge.id, {
    amount_refunded: charge.amount_refunded + refunded,
    refunded: refunded === rest,
  })
  const done = canAfford(books, refund) ? settle(books, refund) : refund
  emit(books, 'refund.created', done)
  emit(books, 'charge.refunded', changed, charge)
  if (charge._behavior.failsRefunds) books.plan('fail-refund', books.now + 60, refund.id)
  return done
}

/** The money of the charge is still here, or other money covers it. */
function canAfford(books: Books, { charge, amount, currency }: Refund): boolean {
  const booked = books.get('charge', charge)?.balance_transaction
  const entry = books.get('balance_transaction', booked)
  const { available, pending } = balanceOf(books, currency)
  return !booked || entry?._payout === null || available + pending >= amount
}

/** Takes the money. The platform's share of its fee comes back with it. */
function settle(books: Books, refund: Refund): Refund {
  const charge = books.find('charge', refund.charge as string)
  const feeBack = refund._withFee ? refundFee(books, charge, refund) : 0
  const entry = addEntry(books, {
    type: 'refund',
    amount: -refund.amount,
    currency: refund.currency,
    fees: [{ type: 'application_fee', amount: -feeBack, description: 'Gather application fee' }],
    source: refund.id,
    description: 'REFUND FOR CHARGE',
    availableOn: books.now,
  })
  const { pending_reason: _, ...settled } = { ...refund, balance_transaction: entry.id, status: 'succeeded' }
  return books.put('refund', settled)
}

/** Runs when money has come in. */
export function retryRefunds(books: Books): void {
  for (const refund of books.all('refund')) {
    if (refund.status !== 'pending' || !canAfford(books, refund)) continue
    const settled = settle(books, refund)
    emit(books, 'refund.updated', settled, refund)
    emit(books, 'charge.refund.updated', settled, refund)
  }
}

/** The bank of the payer refuses the refund, so the money comes back. */
export function failRefund(books: Books, id: string): void {
  const refund = books.find('refund', id)
  if (refund.status === 'failed' || refund.status === 'canceled') return
  const entry =
    refund.balance_transaction === null
      ? null
      : addEntry(books, {
          type: 'refund_failure',
          amount: refund.amount,
          currency: refund.currency,
          source: refund.id,
          availableOn: books.now,
        })
  const failed = books.change('refund', id, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    ...(entry && { failure_balance_transaction: entry.id }),
  })
  const charge = books.find('charge', refund.charge as string)
  books.change('charge', charge.id, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  emit(books, 'refund.failed', failed, refund)
  emit(books, 'charge.refund.updated', failed, refund)
}

/** Refunds refuse less than one, unlike fees. */
const createParams = paramsOf<Stripe.RefundCreateParams>()({
  amount: optional(amount(1)),
  charge: optional(text()),
  metadata: optional(metadata),
  payment_intent: optional(text()),
  reason: optional(choice(['duplicate', 'fraudulent', 'requested_by_customer'])),
  refund_application_fee: optional(boolean),
})
const listParams = paramsOf<Stripe.RefundListParams>()({
  ...page,
  charge: optional(text()),
  created: optional(range),
  payment_intent: optional(text()),
})

function chargeOf(books: Books, params: { charge?: string; payment_intent?: string }): Charge {
  if (params.charge) return books.find('charge', params.charge, 'charge')
  if (!params.payment_intent)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    })
  const intent = books.find('payment_intent', params.payment_intent, 'payment_intent')
  const charge = books.get('charge', intent.latest_charge)
  if (intent.status !== 'succeeded' || !charge)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, { param: 'payment_intent' })
  return charge
}

export const refundEndpoints = [
  endpoint('POST', '/v1/refunds', createParams, ({ books, params }) => {
    if (params.refund_application_fee !== undefined && books.isPlatform)
      throw invalid('You can only use refund_application_fee on charges with an application fee.', { param: 'refund_application_fee' })
    return refundCharge(books, chargeOf(books, params), { ...params, withFee: params.refund_application_fee })
  }),
  endpoint('GET', '/v1/refunds/:id', paramsOf<Stripe.RefundRetrieveParams>()({}), ({ books, id }) => books.find('refund', id)),
  endpoint('POST', '/v1/refunds/:id', paramsOf<Stripe.RefundUpdateParams>()({ metadata: optional(metadata) }), ({ books, id, params }) => {
    const refund = books.find('refund', id)
    const changed = books.change('refund', id, { metadata: mergeMetadata(refund.metadata, params.metadata) })
    emit(books, 'refund.updated', changed, refund)
    return changed
  }),
  endpoint('GET', '/v1/refunds', listParams, ({ books, params }) => {
    const rows = books
      .all('refund')
      .filter(
        (row) =>
          (!params.charge || row.charge === params.charge) && (!params.payment_intent || row.payment_intent === params.payment_intent),
      )
    return paginate(rows, '/v1/refunds', params)
  }),
]
