import { type Books, platform } from './books.ts'
import { linesOf } from './checkout-lines.ts'
import { invalid } from './errors.ts'
import { withoutHidden } from './events.ts'
import type { TableName } from './types.ts'

type Json = Record<string, unknown>

/** Fields that hold the id of another object, and its table. A field of the same name has the same meaning in all objects. */
const tables: Record<string, TableName> = {
  application_fee: 'application_fee',
  balance_transaction: 'balance_transaction',
  charge: 'charge',
  customer: 'customer',
  default_payment_method: 'payment_method',
  default_price: 'price',
  failure_balance_transaction: 'balance_transaction',
  fee: 'application_fee',
  invoice: 'invoice',
  latest_charge: 'charge',
  latest_invoice: 'invoice',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  pending_setup_intent: 'setup_intent',
  price: 'price',
  product: 'product',
  setup_intent: 'setup_intent',
  subscription: 'subscription',
  test_clock: 'test_clock',
}

const tablesById: [prefix: string, TableName][] = [
  ['ch_', 'charge'],
  ['re_', 'refund'],
  ['du_', 'dispute'],
  ['po_', 'payout'],
  ['fee_', 'application_fee'],
  ['fr_', 'fee_refund'],
]

/** Lists that are only in an answer when it is expanded. */
const lists: Record<string, (books: Books, row: Json) => Json> = {
  'charge.refunds': (books, { id }) =>
    listed(
      books
        .all('refund')
        .filter((row) => row.charge === id)
        .toReversed(),
      `/v1/charges/${id}/refunds`,
    ),
  'customer.subscriptions': (books, { id }) =>
    listed(
      books
        .all('subscription')
        .filter((row) => row.customer === id && row.status !== 'canceled')
        .toReversed(),
      `/v1/customers/${id}/subscriptions`,
    ),
  'invoice.payments': (books, { id }) =>
    listed(
      books
        .all('invoice_payment')
        .filter((row) => row.invoice === id)
        .toReversed(),
      `/v1/invoice_payments`,
    ),
  'checkout.session.line_items': (books, { id }) =>
    listed(linesOf(books.find('checkout_session', id as string)), `/v1/checkout/sessions/${id}/line_items`),
}

const listed = (rows: object[], url: string): Json => ({
  object: 'list',
  data: rows.slice(0, 10).map(withoutHidden),
  has_more: rows.length > 10,
  url,
})

/** The answer for a row: what is hidden is removed, and the fields in `paths` hold whole objects. */
export function present(books: Books, value: unknown, paths: readonly string[]): unknown {
  if (!isRecord(value)) return value
  const isList = value.object === 'list' && Array.isArray(value.data)
  const shown: Json = isList
    ? { ...value, data: (value.data as unknown[]).map((row) => (isRecord(row) ? withoutHidden(row) : row)) }
    : withoutHidden(value)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 4) throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expand(books, shown, steps, path)
  }
  return shown
}

function expand(books: Books, target: Json, [step = '', ...rest]: string[], path: string): void {
  const compute = lists[`${target.object}.${step}`]
  const current = target[step]
  if (compute && current === undefined) target[step] = compute(books, target)
  else if (typeof current === 'string') target[step] = find(books, step, current, path)
  else if (Array.isArray(current)) target[step] = current.map((item) => (isRecord(item) ? { ...item } : item))
  else if (isRecord(current)) target[step] = { ...current }
  else if (current === undefined) throw cannot(path)
  if (rest.length === 0) return
  const next = target[step]
  for (const item of Array.isArray(next) ? next : [next]) if (isRecord(item)) expand(books, item, rest, path)
}

const cannot = (path: string) =>
  invalid(`This property cannot be expanded (${path}). You may want to try expanding '${path}.data' or check the documentation.`, {
    param: 'expand',
  })

function find(books: Books, step: string, id: string, path: string): Json {
  const table =
    step === 'source' || step === 'originating_transaction' ? tablesById.find(([prefix]) => id.startsWith(prefix))?.[1] : tables[step]
  if (step === 'account') return withoutHidden(books.main.find('account', id))
  if (!table) throw cannot(path)
  const row = books.get(table, id) ?? books.world.store.get(platform, table, id) ?? findAnywhere(books, table, id)
  if (!row) throw cannot(path)
  return '_deleted' in row && row._deleted ? { id, object: table, deleted: true } : withoutHidden(row)
}

/** A fee of the platform names a charge in the books of another account. */
function findAnywhere(books: Books, table: TableName, id: string): object | undefined {
  if (!books.isPlatform) return undefined
  for (const account of books.world.store.accounts()) {
    const row = books.world.store.get(account, table, id)
    if (row) return row
  }
  return undefined
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
