import type Stripe from 'stripe'
import type { Books } from './books.ts'
import { endpoint } from './endpoint.ts'
import { isWithin, paginate } from './lists.ts'
import { currency, optional, page, paramsOf, range, text } from './params.ts'
import type { Row, Stored } from './types.ts'

export const day = 86_400
/** How long the money of a charge is pending, as for accounts in the US. */
const pendingTime = 2 * day
const startOfDay = (time: number) => time - (time % day)

type Entry = {
  type: string
  category?: string
  amount: number
  currency: string
  fees?: { type: 'application_fee' | 'stripe_fee'; amount: number; description: string }[]
  source: string | null
  description?: string | null
  /** Money that comes in is pending at first. Money that goes out leaves at once. */
  availableOn?: number
}

/** Adds an entry to the books of an account. Its balance is always the sum of these entries. */
export function addEntry(books: Books, entry: Entry): Row<'balance_transaction'> {
  const fees = (entry.fees ?? []).filter((fee) => fee.amount !== 0)
  const fee = fees.reduce((sum, { amount }) => sum + amount, 0)
  const net = entry.amount - fee
  const availableOn = entry.availableOn ?? (net > 0 ? books.now + pendingTime : books.now)
  const sheet = sheetOf(books)
  const row = books.put('balance_transaction', {
    id: books.newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: books.now,
    currency: entry.currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fees.map(({ type, amount, description }) => ({
      amount,
      application: type === 'application_fee' ? books.world.options.clientId : null,
      currency: entry.currency,
      description,
      type,
    })),
    net,
    reporting_category: entry.category ?? entry.type,
    source: entry.source,
    status: availableOn > books.now ? 'pending' : 'available',
    type: entry.type,
    _payout: null,
  })
  add(sheet, row)
  if (net > 0) books.plan('pay-out', startOfDay(availableOn) + day)
  if (net > 0) books.plan('retry-refunds', availableOn)
  return row
}

export { pendingTime }

type Sum = { available: number; pending: { at: number; net: number }[] }
type Sheet = Map<string, Sum>

function sheetOf(books: Books): Sheet {
  const { sums } = books.world
  const key = `balance:${books.account}`
  const known = sums.get(key) as Sheet | undefined
  if (known) return known
  const sheet: Sheet = new Map()
  for (const row of books.all('balance_transaction')) add(sheet, row)
  sums.set(key, sheet)
  return sheet
}

function add(sheet: Sheet, row: Row<'balance_transaction'>): void {
  const sum = sheet.get(row.currency) ?? { available: 0, pending: [] }
  sum.pending.push({ at: row.available_on, net: row.net })
  sheet.set(row.currency, sum)
}

/** The available and pending money of each currency, now. */
export function balances(books: Books): { currency: string; available: number; pending: number }[] {
  return [...sheetOf(books)].map(([name, sum]) => {
    sum.available += sum.pending.reduce((total, { at, net }) => total + (at <= books.now ? net : 0), 0)
    sum.pending = sum.pending.filter(({ at }) => at > books.now)
    return { currency: name, available: sum.available, pending: sum.pending.reduce((total, { net }) => total + net, 0) }
  })
}

export const balanceOf = (books: Books, name: string) =>
  balances(books).find((balance) => balance.currency === name) ?? { currency: name, available: 0, pending: 0 }

function readBalance(books: Books): Stored<Stripe.Balance> {
  const found = balances(books)
  const sums = found.length > 0 ? found : [{ currency: 'usd', available: 0, pending: 0 }]
  return {
    object: 'balance',
    available: sums.map((sum) => ({ amount: sum.available, currency: sum.currency, source_types: { card: sum.available } })),
    ...(books.isPlatform && { connect_reserved: sums.map((sum) => ({ amount: 0, currency: sum.currency })) }),
    livemode: false,
    pending: sums.map((sum) => ({ amount: sum.pending, currency: sum.currency, source_types: { card: sum.pending } })),
    refund_and_dispute_prefunding: {
      available: sums.map((sum) => ({ amount: 0, currency: sum.currency })),
      pending: sums.map((sum) => ({ amount: 0, currency: sum.currency })),
    },
  }
}

/** The status follows the time, so it is written when the entry is read. */
const withStatus = (books: Books, row: Row<'balance_transaction'>): Row<'balance_transaction'> => ({
  ...row,
  status: row.available_on > books.now ? 'pending' : 'available',
})

const listParams = paramsOf<Stripe.BalanceTransactionListParams>()({
  ...page,
  created: optional(range),
  currency: optional(currency),
  payout: optional(text()),
  source: optional(text()),
  type: optional(text()),
})

export const balanceEndpoints = [
  endpoint('GET', '/v1/balance', paramsOf<Stripe.BalanceRetrieveParams>()({}), ({ books }) => readBalance(books)),
  endpoint('GET', '/v1/balance_transactions/:id', paramsOf<Stripe.BalanceTransactionRetrieveParams>()({}), ({ books, id }) =>
    withStatus(books, books.find('balance_transaction', id)),
  ),
  endpoint('GET', '/v1/balance_transactions', listParams, ({ books, params }) => {
    if (params.payout) books.find('payout', params.payout, 'payout')
    const rows = books
      .all('balance_transaction')
      .filter(
        (row) =>
          (!params.payout || row._payout === params.payout) &&
          (!params.currency || row.currency === params.currency) &&
          (!params.source || row.source === params.source) &&
          (!params.type || row.type === params.type) &&
          isWithin(row.created, params.created),
      )
    const result = paginate(rows, '/v1/balance_transactions', params)
    return { ...result, data: result.data.map((row) => withStatus(books, row)) }
  }),
]
