import type Stripe from 'stripe'
import { addEntry, balanceOf, balances, day } from './balance.ts'
import { type Books, mergeMetadata } from './books.ts'
import { checkCurrency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { amount, choice, currency, metadata, newMetadata, optional, page, paramsOf, range, text } from './params.ts'
import type { Metadata, Row } from './types.ts'

type Payout = Row<'payout'>
type NewPayout = {
  amount: number
  currency: string
  isAutomatic: boolean
  description?: string | undefined
  metadata?: '' | Metadata | undefined
  method?: 'instant' | 'standard' | undefined
  statement_descriptor?: string | undefined
}

function createPayout(books: Books, fields: NewPayout): Payout {
  const id = books.newId('po')
  const arrival_date = books.now + (fields.method === 'instant' ? 1800 : day)
  const entry = addEntry(books, {
    type: 'payout',
    amount: -fields.amount,
    currency: fields.currency,
    source: id,
    description: fields.isAutomatic ? 'STRIPE PAYOUT' : (fields.description ?? null),
  })
  const payout = books.put('payout', {
    id,
    object: 'payout',
    amount: fields.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date,
    automatic: fields.isAutomatic,
    balance_transaction: entry.id,
    created: books.now,
    currency: fields.currency,
    description: fields.isAutomatic ? 'STRIPE PAYOUT' : (fields.description ?? null),
    destination: `ba_${books.account.slice(5)}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: mergeMetadata({}, fields.metadata),
    method: fields.method ?? 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: fields.isAutomatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: fields.statement_descriptor ?? null,
    status: 'in_transit',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  })
  if (fields.isAutomatic) assign(books, payout)
  books.plan('payout-arrives', arrival_date, id)
  emit(books, 'payout.created', payout)
  return payout
}

/** An automatic payout names the entries it pays out, which a list of balance transactions can filter by. */
function assign(books: Books, payout: Payout): void {
  for (const row of books.all('balance_transaction')) {
    const isIncluded = row._payout === null && row.currency === payout.currency && row.available_on <= books.now
    if (isIncluded) books.change('balance_transaction', row.id, { _payout: payout.id })
  }
}

/** Pays out what is available, once a day. */
export function payOut(books: Books): void {
  const account = books.main.get('account', books.account)
  const isManual = account?.settings?.payouts?.schedule.interval === 'manual'
  if (!books.isPlatform && (!account?.payouts_enabled || isManual)) {
    books.plan('pay-out', books.now + day)
    return
  }
  for (const { currency, available } of balances(books))
    if (available > 0) createPayout(books, { amount: available, currency, isAutomatic: true })
}

export function arrive(books: Books, id: string): void {
  const payout = books.find('payout', id)
  if (payout.status !== 'in_transit') return
  const paid = books.change('payout', id, { status: 'paid', trace_id: { status: 'supported', value: id.slice(3, 15) } })
  emit(books, 'payout.paid', paid, payout)
  if (payout.automatic) emit(books, 'payout.reconciliation_completed', paid)
}

/** The bank refuses the payout, and the money comes back. Stripe does the same even after a payout was paid. */
export function failPayout(books: Books, id: string): Payout {
  return takeBack(books, id, 'failed', 'payout_failure', ['in_transit', 'paid', 'pending'])
}

function takeBack(books: Books, id: string, status: 'canceled' | 'failed', type: string, from: string[]): Payout {
  const payout = books.find('payout', id)
  if (!from.includes(payout.status)) throw invalid(`Payout ${id} has the status ${payout.status}.`)
  const entry = addEntry(books, { type, amount: payout.amount, currency: payout.currency, source: id, availableOn: books.now })
  const changed = books.change('payout', id, {
    status,
    failure_balance_transaction: entry.id,
    ...(status === 'failed' && { failure_code: 'account_closed', failure_message: 'The bank account has been closed' }),
  })
  emit(books, `payout.${status}`, changed, payout)
  return changed
}

const createParams = paramsOf<Stripe.PayoutCreateParams>()({
  amount: amount(1),
  currency,
  description: optional(text()),
  metadata: optional(newMetadata),
  method: optional(choice(['instant', 'standard'])),
  statement_descriptor: optional(text(22)),
})
const listParams = paramsOf<Stripe.PayoutListParams>()({
  ...page,
  arrival_date: optional(range),
  created: optional(range),
  status: optional(text()),
})

export const payoutEndpoints = [
  endpoint('POST', '/v1/payouts', createParams, ({ books, params }) => {
    checkCurrency(books, params.currency)
    const account = books.main.get('account', books.account)
    if (!books.isPlatform && !account?.payouts_enabled)
      throw invalid('Your account is not able to create payouts at this time.', { code: 'payouts_not_allowed' })
    if (params.amount > balanceOf(books, params.currency).available)
      throw invalid('You have insufficient funds in your Stripe account for this payout.', {
        code: 'balance_insufficient',
        param: 'amount',
      })
    return createPayout(books, { ...params, isAutomatic: false })
  }),
  endpoint('GET', '/v1/payouts/:id', paramsOf<Stripe.PayoutRetrieveParams>()({}), ({ books, id }) => books.find('payout', id)),
  endpoint('POST', '/v1/payouts/:id', paramsOf<Stripe.PayoutUpdateParams>()({ metadata: optional(metadata) }), ({ books, id, params }) => {
    const payout = books.find('payout', id)
    const changed = books.change('payout', id, { metadata: mergeMetadata(payout.metadata, params.metadata) })
    emit(books, 'payout.updated', changed, payout)
    return changed
  }),
  endpoint('POST', '/v1/payouts/:id/cancel', paramsOf<Stripe.PayoutCancelParams>()({}), ({ books, id }) =>
    takeBack(books, id, 'canceled', 'payout_cancel', ['pending']),
  ),
  endpoint('GET', '/v1/payouts', listParams, ({ books, params }) =>
    paginate(
      books.all('payout').filter((row) => !params.status || row.status === params.status),
      '/v1/payouts',
      params,
    ),
  ),
]
