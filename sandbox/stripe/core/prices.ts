import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { checkCurrency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import {
  amount,
  boolean,
  choice,
  currency,
  decimal,
  integer,
  list,
  metadata,
  newMetadata,
  optional,
  page,
  paramsOf,
  range,
  shape,
  text,
  unsettable,
} from './params.ts'
import type { Row, Stored } from './types.ts'

const recurring = shape({
  interval: choice(['day', 'week', 'month', 'year']),
  interval_count: optional(integer(1, 156)),
})

/** What `price_data`, `default_price_data` and a new price have in common. */
export const newPrice = {
  currency,
  unit_amount: optional(amount()),
  unit_amount_decimal: optional(decimal),
  recurring: optional(recurring),
  tax_behavior: optional(choice(['exclusive', 'inclusive', 'unspecified'])),
}

type NewPrice = {
  currency: string
  product: string
  unit_amount?: number
  unit_amount_decimal?: string
  recurring?: { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number }
  tax_behavior?: string
  lookup_key?: string
  nickname?: string
  active?: boolean
  metadata?: '' | Record<string, string>
}

export function createPrice(books: Books, fields: NewPrice): Row<'price'> {
  checkCurrency(books, fields.currency)
  const unitAmount = fields.unit_amount ?? (fields.unit_amount_decimal === undefined ? undefined : Number(fields.unit_amount_decimal))
  if (unitAmount === undefined)
    throw invalid('Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.', {
      code: 'parameter_missing',
      param: 'unit_amount',
    })
  const price: Stored<Stripe.Price> = {
    id: books.newId('price'),
    object: 'price',
    active: fields.active ?? true,
    billing_scheme: 'per_unit',
    created: books.now,
    currency: fields.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: fields.lookup_key ?? null,
    metadata: mergeMetadata({}, fields.metadata),
    nickname: fields.nickname ?? null,
    product: fields.product,
    recurring: fields.recurring
      ? {
          interval: fields.recurring.interval,
          interval_count: fields.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: fields.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: fields.recurring ? 'recurring' : 'one_time',
    unit_amount: Number.isInteger(unitAmount) ? unitAmount : null,
    unit_amount_decimal: fields.unit_amount_decimal ?? String(unitAmount),
  }
  emit(books, 'price.created', price)
  return books.put('price', price)
}

/** The total for a quantity. A price in fractions of a cent is rounded at the end. */
export const totalOf = (price: Stored<Stripe.Price>, quantity: number): number => Math.round(Number(price.unit_amount_decimal) * quantity)

const createParams = paramsOf<Stripe.PriceCreateParams>()({
  ...newPrice,
  product: optional(text()),
  product_data: optional(shape({ name: text(250), metadata: optional(newMetadata), unit_label: optional(text(12)), id: optional(text()) })),
  active: optional(boolean),
  lookup_key: optional(text(200)),
  transfer_lookup_key: optional(boolean),
  nickname: optional(text()),
  metadata: optional(newMetadata),
})

const updateParams = paramsOf<Stripe.PriceUpdateParams>()({
  active: optional(boolean),
  lookup_key: optional(text(200)),
  transfer_lookup_key: optional(boolean),
  nickname: optional(unsettable(text())),
  metadata: optional(metadata),
  tax_behavior: optional(choice(['exclusive', 'inclusive', 'unspecified'])),
})

const listParams = paramsOf<Stripe.PriceListParams>()({
  ...page,
  active: optional(boolean),
  created: optional(range),
  currency: optional(currency),
  lookup_keys: optional(list(text(), 10)),
  product: optional(text()),
  type: optional(choice(['one_time', 'recurring'])),
})

/** A key names one price. `transfer` takes it from the price that has it. */
function takeLookupKey(books: Books, key: string | undefined, transfer: boolean | undefined): void {
  const owner = key && books.all('price').find((price) => price.lookup_key === key)
  if (!owner) return
  if (!transfer)
    throw invalid(`A price (\`${owner.id}\`) already uses that lookup key.`, { code: 'resource_already_exists', param: 'lookup_key' })
  books.change('price', owner.id, { lookup_key: null })
}

/** Prices can create their product, which is created by the module of products. */
export const priceEndpoints = (createProduct: (books: Books, fields: { name: string }, id?: string) => { id: string }) => [
  endpoint('POST', '/v1/prices', createParams, ({ books, params }) => {
    const { product_data, product, transfer_lookup_key, ...fields } = params
    if (!product && !product_data) throw invalid('Missing required param: product.', { code: 'parameter_missing', param: 'product' })
    takeLookupKey(books, fields.lookup_key, transfer_lookup_key)
    const owner = product
      ? books.find('product', product, 'product')
      : createProduct(books, product_data as { name: string }, product_data?.id)
    return createPrice(books, { ...fields, product: owner.id })
  }),
  endpoint('GET', '/v1/prices/:id', paramsOf<Stripe.PriceRetrieveParams>()({}), ({ books, id }) => books.find('price', id)),
  endpoint('POST', '/v1/prices/:id', updateParams, ({ books, id, params }) => {
    const price = books.find('price', id)
    if (params.lookup_key !== price.lookup_key) takeLookupKey(books, params.lookup_key, params.transfer_lookup_key)
    const changed = books.change('price', id, {
      ...(params.active !== undefined && { active: params.active }),
      ...(params.lookup_key && { lookup_key: params.lookup_key }),
      ...(params.nickname !== undefined && { nickname: params.nickname || null }),
      ...(params.tax_behavior && { tax_behavior: params.tax_behavior }),
      metadata: mergeMetadata(price.metadata, params.metadata),
    })
    emit(books, 'price.updated', changed, price)
    return changed
  }),
  endpoint('GET', '/v1/prices', listParams, ({ books, params }) => {
    const { active, lookup_keys, product, type } = params
    const rows = books
      .all('price')
      .filter(
        (row) =>
          (active ?? row.active) === row.active &&
          (!product || row.product === product) &&
          (!type || row.type === type) &&
          (!params.currency || row.currency === params.currency) &&
          (!lookup_keys || lookup_keys.includes(row.lookup_key ?? '')),
      )
    return paginate(rows, '/v1/prices', params)
  }),
]
