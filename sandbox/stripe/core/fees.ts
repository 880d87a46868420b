import type Stripe from 'stripe'
import { addEntry } from './balance.ts'
import { type Books, mergeMetadata } from './books.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { amount, newMetadata, optional, page, paramsOf, range, text } from './params.ts'
import type { Metadata, Row } from './types.ts'

type Fee = Row<'application_fee'>
type FeeRefund = Row<'fee_refund'>

/** Gives back the share of the fee that belongs to a refund. All refunds of a charge together give back exactly the fee. */
export function refundFee(books: Books, charge: Row<'charge'>, refund: Row<'refund'>): number {
  const fee = books.main.find('application_fee', charge.application_fee as string)
  const isEarlier = (row: Row<'refund'>) => row.charge === charge.id && row._withFee && row.status === 'succeeded' && row.id !== refund.id
  const earlier = books.all('refund').reduce((sum, row) => sum + (isEarlier(row) ? row.amount : 0), 0)
  const shareOf = (amount: number) => Math.floor((fee.amount * amount) / charge.amount)
  const back = Math.min(shareOf(earlier + refund.amount) - shareOf(earlier), fee.amount - fee.amount_refunded)
  if (back > 0) recordFeeRefund(books.main, fee, back)
  return Math.max(back, 0)
}

function recordFeeRefund(main: Books, fee: Fee, amount: number, metadata: Metadata = {}): FeeRefund {
  const id = main.newId('fr')
  const entry = addEntry(main, {
    type: 'application_fee_refund',
    category: 'platform_earning_refund',
    amount: -amount,
    currency: fee.currency,
    source: id,
    availableOn: main.now,
  })
  const refund = main.put('fee_refund', {
    id,
    object: 'fee_refund',
    amount,
    balance_transaction: entry.id,
    created: main.now,
    currency: fee.currency,
    fee: fee.id,
    metadata,
  })
  const amount_refunded = fee.amount_refunded + amount
  const changed = main.change('application_fee', fee.id, {
    amount_refunded,
    refunded: amount_refunded === fee.amount,
    refunds: { ...fee.refunds, data: [refund, ...fee.refunds.data].slice(0, 10), has_more: fee.refunds.data.length >= 10 },
  })
  emit(main, 'application_fee.refunded', changed, fee)
  return refund
}

const createParams = paramsOf<Stripe.ApplicationFeeCreateRefundParams>()({ amount: optional(amount(1)), metadata: optional(newMetadata) })
const listParams = paramsOf<Stripe.ApplicationFeeListParams>()({ ...page, charge: optional(text()), created: optional(range) })

export const feeEndpoints = [
  endpoint('GET', '/v1/application_fees/:id', paramsOf<Stripe.ApplicationFeeRetrieveParams>()({}), ({ books, id }) =>
    books.find('application_fee', id),
  ),
  endpoint('GET', '/v1/application_fees', listParams, ({ books, params }) =>
    paginate(
      books.all('application_fee').filter((fee) => !params.charge || fee.charge === params.charge),
      '/v1/application_fees',
      params,
    ),
  ),
  endpoint('POST', '/v1/application_fees/:id/refunds', createParams, ({ books, id, params }) => {
    const fee = books.find('application_fee', id)
    const rest = fee.amount - fee.amount_refunded
    if (rest === 0) throw invalid(`Application fee ${id} has already been refunded.`)
    const refunded = params.amount ?? rest
    if (refunded > rest)
      throw invalid(`Refund amount (${refunded}) is greater than unrefunded amount on fee (${rest}).`, { param: 'amount' })
    const account = books.world.books(fee.account)
    addEntry(account, {
      type: 'adjustment',
      category: 'fee',
      amount: refunded,
      currency: fee.currency,
      source: fee.charge,
      description: 'Application fee refund',
      availableOn: books.now,
    })
    return recordFeeRefund(books, fee, refunded, mergeMetadata({}, params.metadata))
  }),
  endpoint('GET', '/v1/application_fees/:id/refunds', paramsOf<Stripe.ApplicationFeeListRefundsParams>()(page), ({ books, id, params }) =>
    paginate(
      books.all('fee_refund').filter((refund) => refund.fee === books.find('application_fee', id).id),
      `/v1/application_fees/${id}/refunds`,
      params,
    ),
  ),
  endpoint(
    'GET',
    '/v1/application_fees/:id/refunds/:subId',
    paramsOf<Stripe.ApplicationFeeRetrieveRefundParams>()({}),
    ({ books, subId }) => books.find('fee_refund', subId),
  ),
]
