import type Stripe from 'stripe'
import { addEntry, day } from './balance.ts'
import { type Books, mergeMetadata } from './books.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { boolean, metadata, optional, page, paramsOf, range, shape, text, unsettable } from './params.ts'
import type { Row } from './types.ts'

type Dispute = Row<'dispute'>

const disputeFee = 1500
export const disputeReasons = [
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'duplicate',
  'credit_not_processed',
  'general',
] as const

type Reason = (typeof disputeReasons)[number]

/** How long whoever was paid can answer. */
const answerTime = 7 * day

/** The bank of the payer takes the money back, and Stripe takes its fee. */
export function openDispute(books: Books, chargeId: string, reason: Reason): Dispute {
  const dispute = putDispute(books, chargeId, reason, 'needs_response')
  const withdrawn = books.change('dispute', dispute.id, { balance_transactions: [withdraw(books, dispute)] })
  emit(books, 'charge.dispute.created', withdrawn)
  emit(books, 'charge.dispute.funds_withdrawn', withdrawn)
  return withdrawn
}

/** The bank only asks: the money stays where it is, and can be refunded. */
export function openInquiry(books: Books, chargeId: string, reason: Reason): Dispute {
  const inquiry = putDispute(books, chargeId, reason, 'warning_needs_response')
  emit(books, 'charge.dispute.created', inquiry)
  return inquiry
}

/** The bank has its answer, or the money was refunded. */
export function closeInquiry(books: Books, id: string): Dispute {
  const inquiry = findInquiry(books, id)
  const closed = books.change('dispute', id, { status: 'warning_closed' })
  emit(books, 'charge.dispute.closed', closed, inquiry)
  return closed
}

/** The bank takes the money back after all. */
export function escalateInquiry(books: Books, id: string): Dispute {
  const inquiry = findInquiry(books, id)
  const charge = books.find('charge', inquiry.charge)
  const amount = charge.amount - charge.amount_refunded
  if (amount === 0) throw invalid(`Charge ${charge.id} was refunded.`)
  const disputed = books.change('dispute', id, {
    status: 'needs_response',
    amount,
    balance_transactions: [withdraw(books, { ...inquiry, amount })],
    evidence_details: { ...inquiry.evidence_details, due_by: books.now + answerTime },
    is_charge_refundable: false,
  })
  books.plan('dispute-due', books.now + answerTime, id)
  emit(books, 'charge.dispute.updated', disputed, inquiry)
  emit(books, 'charge.dispute.funds_withdrawn', disputed)
  return disputed
}

function findInquiry(books: Books, id: string): Dispute {
  const inquiry = books.find('dispute', id)
  if (!isInquiry(inquiry)) throw invalid(`This is no open inquiry: ${inquiry.status}.`)
  return inquiry
}

export const isInquiry = ({ status }: Pick<Dispute, 'status'>): boolean =>
  status === 'warning_needs_response' || status === 'warning_under_review'

function withdraw(books: Books, { id, charge, amount, currency }: Dispute) {
  const { _payout, ...transaction } = addEntry(books, {
    type: 'adjustment',
    category: 'dispute',
    amount: -amount,
    currency,
    fees: [{ type: 'stripe_fee', amount: disputeFee, description: 'Dispute fee' }],
    source: id,
    description: `Chargeback withdrawal for ${charge}`,
  })
  return transaction
}

function putDispute(books: Books, chargeId: string, reason: Reason, status: 'needs_response' | 'warning_needs_response'): Dispute {
  const charge = books.find('charge', chargeId)
  const amount = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded' || charge.disputed || amount === 0) throw invalid(`Charge ${charge.id} cannot be disputed.`)
  const isAsked = status === 'warning_needs_response'
  const id = books.newId('du')
  const dispute = books.put('dispute', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, customer_email_address: charge.billing_details.email, customer_name: charge.billing_details.name },
    evidence_details: {
      due_by: books.now + answerTime,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isAsked,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: isAsked ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status,
  })
  books.change('charge', charge.id, { disputed: true })
  if (!isAsked) books.plan('dispute-due', books.now + answerTime, id)
  return dispute
}

const isOpen = ({ status }: Dispute) => status === 'needs_response' || status === 'under_review'

/** The bank decides. If we win, the money comes back, but not the fee. */
export function decideDispute(books: Books, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = books.find('dispute', id)
  if (!isOpen(dispute)) throw invalid(`This dispute is already closed: ${dispute.status}.`)
  const charge = books.find('charge', dispute.charge)
  const transactions = [...dispute.balance_transactions]
  if (status === 'won') {
    const { _payout, ...transaction } = addEntry(books, {
      type: 'adjustment',
      category: 'dispute_reversal',
      amount: dispute.amount,
      currency: dispute.currency,
      source: id,
      description: `Chargeback reversal for ${charge.id}`,
      availableOn: books.now,
    })
    transactions.push(transaction)
  }
  const details = {
    ...dispute.evidence_details,
    past_due: dispute.status === 'needs_response' && books.now >= (dispute.evidence_details.due_by ?? 0),
  }
  const closed = books.change('dispute', id, {
    status,
    balance_transactions: transactions,
    evidence_details: details,
    is_charge_refundable: status === 'won',
  })
  emit(books, 'charge.dispute.closed', closed, dispute)
  if (status === 'won') emit(books, 'charge.dispute.funds_reinstated', closed, dispute)
  return closed
}

/** Whoever sends no evidence in time loses. */
export function loseIfSilent(books: Books, id: string): void {
  if (books.find('dispute', id).status === 'needs_response') decideDispute(books, id, 'lost')
}

const evidenceTexts = {
  access_activity_log: optional(unsettable(text(20_000))),
  billing_address: optional(unsettable(text())),
  cancellation_policy_disclosure: optional(unsettable(text(20_000))),
  cancellation_rebuttal: optional(unsettable(text(20_000))),
  customer_email_address: optional(unsettable(text())),
  customer_name: optional(unsettable(text())),
  customer_purchase_ip: optional(unsettable(text())),
  duplicate_charge_explanation: optional(unsettable(text(20_000))),
  product_description: optional(unsettable(text(20_000))),
  refund_policy_disclosure: optional(unsettable(text(20_000))),
  refund_refusal_explanation: optional(unsettable(text(20_000))),
  service_date: optional(unsettable(text())),
  uncategorized_text: optional(unsettable(text(20_000))),
}

const updateParams = paramsOf<Stripe.DisputeUpdateParams>()({
  evidence: optional(shape(evidenceTexts)),
  metadata: optional(metadata),
  submit: optional(boolean),
})
const listParams = paramsOf<Stripe.DisputeListParams>()({
  ...page,
  charge: optional(text()),
  created: optional(range),
  payment_intent: optional(text()),
})

export const disputeEndpoints = [
  endpoint('GET', '/v1/disputes/:id', paramsOf<Stripe.DisputeRetrieveParams>()({}), ({ books, id }) => books.find('dispute', id)),
  endpoint('GET', '/v1/disputes', listParams, ({ books, params }) => {
    const rows = books
      .all('dispute')
      .filter(
        (row) =>
          (!params.charge || row.charge === params.charge) && (!params.payment_intent || row.payment_intent === params.payment_intent),
      )
    return paginate(rows, '/v1/disputes', params)
  }),
  endpoint('POST', '/v1/disputes/:id', updateParams, ({ books, id, params }) => {
    const dispute = books.find('dispute', id)
    const needsAnswer = dispute.status === 'needs_response' || dispute.status === 'warning_needs_response'
    if (params.evidence && !needsAnswer) throw invalid('This dispute is not accepting evidence.')
    const given = Object.fromEntries(Object.entries(params.evidence ?? {}).map(([name, value]) => [name, value || null]))
    const evidence = { ...dispute.evidence, ...given }
    // Stripe sends evidence on at once, unless `submit` says otherwise.
    const isSubmitted = params.evidence !== undefined && params.submit !== false
    const { evidence_details: details } = dispute
    const changed = books.change('dispute', id, {
      evidence,
      evidence_details: {
        ...details,
        has_evidence: details.has_evidence || params.evidence !== undefined,
        submission_count: details.submission_count + (isSubmitted ? 1 : 0),
        submission_method: isSubmitted ? 'manual' : details.submission_method,
      },
      metadata: mergeMetadata(dispute.metadata, params.metadata),
      status: !isSubmitted ? dispute.status : isInquiry(dispute) ? 'warning_under_review' : 'under_review',
    })
    emit(books, 'charge.dispute.updated', changed, dispute)
    // Stripe's test mode decides by these words.
    if (isInquiry(dispute)) return changed
    if (isSubmitted && evidence.uncategorized_text === 'winning_evidence') return decideDispute(books, id, 'won')
    if (isSubmitted && evidence.uncategorized_text === 'losing_evidence') return decideDispute(books, id, 'lost')
    return changed
  }),
  endpoint('POST', '/v1/disputes/:id/close', paramsOf<Stripe.DisputeCloseParams>()({}), ({ books, id }) =>
    decideDispute(books, id, 'lost'),
  ),
]

const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
