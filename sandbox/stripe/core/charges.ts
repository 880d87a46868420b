import type Stripe from 'stripe'
import { addEntry, pendingTime } from './balance.ts'
import { type Books, mergeMetadata } from './books.ts'
import { messageOf } from './cards.ts'
import { endpoint } from './endpoint.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { metadata, optional, page, paramsOf, range, text, unsettable } from './params.ts'
import type { Row } from './types.ts'

type Intent = Row<'payment_intent'>
type Method = Row<'payment_method'>
type Charge = Row<'charge'>

/** A card costs 2.9 % and 30 cents, and a bank debit 0.8 % up to 5 dollars. */
const stripeFee = ({ amount, payment_method_details: details }: Charge) =>
  details?.us_bank_account ? Math.min(Math.round(amount * 0.008), 500) : Math.round(amount * 0.029) + 30

/** Charges the card. The money is booked at once, unless a fault makes that late, as it can be at Stripe. */
export function chargeCard(books: Books, intent: Intent, method: Method, { wasAuthenticated = false } = {}): Charge {
  const charge = books.put('charge', newCharge(books, intent, method, { wasAuthenticated, failure: null }))
  const { lateEntries } = books.world.settings.faults
  if (lateEntries === 0) return bookCharge(books, charge)
  books.plan('book-charge', books.now + lateEntries, charge.id)
  return charge
}

/** Books the money of a charge. The platform's fee goes to its own books. */
export function bookCharge(books: Books, charge: Charge): Charge {
  const { amount, currency } = charge
  const fee = charge.application_fee_amount ?? 0
  const availableOn = charge._behavior.isAvailableAtOnce ? books.now : books.now + pendingTime
  const entry = addEntry(books, {
    type: 'charge',
    amount,
    currency,
    fees: [
      { type: 'application_fee', amount: fee, description: 'Gather application fee' },
      { type: 'stripe_fee', amount: stripeFee(charge), description: 'Stripe processing fees' },
    ],
    source: charge.id,
    description: charge.description,
    availableOn,
  })
  const application_fee = fee > 0 ? takeFee(books, charge, fee, availableOn) : null
  return books.change('charge', charge.id, { balance_transaction: entry.id, application_fee })
}

export function bookLateCharge(books: Books, id: string): void {
  const charge = books.find('charge', id)
  emit(books, 'charge.updated', bookCharge(books, charge), charge)
}

function takeFee(books: Books, charge: Charge, amount: number, availableOn: number): string {
  const { main } = books
  const id = books.newId('fee')
  const entry = addEntry(main, {
    type: 'application_fee',
    category: 'platform_earning',
    amount,
    currency: charge.currency,
    source: id,
    availableOn,
  })
  const fee = main.put('application_fee', {
    id,
    object: 'application_fee',
    account: books.account,
    amount,
    amount_refunded: 0,
    application: books.world.options.clientId,
    balance_transaction: entry.id,
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    fee_source: { charge: charge.id, type: 'charge' },
    livemode: false,
    originating_transaction: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  })
  emit(main, 'application_fee.created', fee)
  return id
}

type Result = { wasAuthenticated?: boolean; failure: { code: string; declineCode: string } | null }

export function newCharge(books: Books, intent: Intent, method: Method, { wasAuthenticated = false, failure }: Result): Charge {
  const { amount, currency } = intent
  const id = books.newId('ch')
  const { billing_details } = method
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: failure ? 0 : amount,
    amount_refunded: 0,
    application: books.isPlatform ? null : books.world.options.clientId,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: { ...billing_details, tax_id: null },
    calculated_statement_descriptor: 'GATHER',
    captured: !failure,
    created: books.now,
    currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure ? messageOf(failure.declineCode) : null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: failure ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: failure ? '01' : null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.declineCode ?? null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: failure ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(books, method, amount, { wasAuthenticated, failure }),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: `${books.world.options.url}/receipts/${books.account}/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: failure ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
    _behavior: method._behavior,
  }
}

type Details = NonNullable<Charge['payment_method_details']>

function detailsOf(books: Books, { card, us_bank_account: bank }: Method, amount: number, { wasAuthenticated, failure }: Result): Details {
  if (bank) {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } = bank
    const details = { account_holder_type, account_type, bank_name, fingerprint, last4, payment_reference: null, routing_number }
    return { type: 'us_bank_account', us_bank_account: details }
  }
  return {
    card: {
      amount_authorized: failure ? null : amount,
      authorization_code: null,
      brand: card?.brand ?? null,
      checks: card?.checks ?? null,
      country: card?.country ?? null,
      electronic_commerce_indicator: null,
      exp_month: card?.exp_month ?? 12,
      exp_year: card?.exp_year ?? 2030,
      fingerprint: card?.fingerprint ?? null,
      funding: card?.funding ?? null,
      installments: null,
      last4: card?.last4 ?? null,
      mandate: null,
      network: card?.brand ?? null,
      network_token: { used: false },
      network_transaction_id: failure ? null : books.world.newId('nti', 15).slice(4).toUpperCase(),
      regulated_status: 'unregulated',
      three_d_secure: wasAuthenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  }
}

const updateParams = paramsOf<Stripe.ChargeUpdateParams>()({
  description: optional(unsettable(text())),
  metadata: optional(metadata),
  receipt_email: optional(text()),
})

const listParams = paramsOf<Stripe.ChargeListParams>()({
  ...page,
  created: optional(range),
  customer: optional(text()),
  payment_intent: optional(text()),
})

export const chargeEndpoints = [
  endpoint('GET', '/v1/charges/:id', paramsOf<Stripe.ChargeRetrieveParams>()({}), ({ books, id }) => books.find('charge', id)),
  endpoint('POST', '/v1/charges/:id', updateParams, ({ books, id, params }) => {
    const charge = books.find('charge', id)
    const changed = books.change('charge', id, {
      ...(params.description !== undefined && { description: params.description || null }),
      ...(params.receipt_email && { receipt_email: params.receipt_email }),
      metadata: mergeMetadata(charge.metadata, params.metadata),
    })
    emit(books, 'charge.updated', changed, charge)
    return changed
  }),
  endpoint('GET', '/v1/charges', listParams, ({ books, params }) => {
    const rows = books
      .all('charge')
      .filter(
        (row) =>
          (!params.customer || row.customer === params.customer) &&
          (!params.payment_intent || row.payment_intent === params.payment_intent),
      )
    return paginate(rows, '/v1/charges', params)
  }),
]
