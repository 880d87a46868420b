import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { endpoint } from './endpoint.ts'
import { missing } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { address, email, integer, list, metadata, optional, page, paramsOf, range, shape, text, unsettable } from './params.ts'
import { attachMethod, emptyAddress, findMethod } from './payment-methods.ts'
import type { Row } from './types.ts'

type Customer = Row<'customer'>

const fields = {
  address: optional(unsettable(address)),
  balance: optional(integer()),
  description: optional(unsettable(text())),
  email: optional(unsettable(email)),
  metadata: optional(metadata),
  name: optional(unsettable(text(256))),
  phone: optional(unsettable(text(20))),
  preferred_locales: optional(list(text())),
  invoice_settings: optional(shape({ default_payment_method: optional(unsettable(text())), footer: optional(unsettable(text())) })),
}

const createParams = paramsOf<Stripe.CustomerCreateParams>()({ ...fields, payment_method: optional(text()), test_clock: optional(text()) })
const updateParams = paramsOf<Stripe.CustomerUpdateParams>()(fields)
const listParams = paramsOf<Stripe.CustomerListParams>()({ ...page, created: optional(range), email: optional(text()) })

type Changes = { name?: string; email?: string; description?: string; phone?: string }

export function createCustomer(books: Books, { name, email: mail, description, phone }: Changes = {}, metadata = {}): Customer {
  const id = books.newId('cus')
  return books.put('customer', {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: books.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: description || null,
    email: mail || null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name: name || null,
    next_invoice_sequence: 1,
    phone: phone || null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  })
}

/** The customer, for another object to name. A deleted one is refused. */
export function findCustomer(books: Books, id: string): Customer {
  const customer = books.find('customer', id, 'customer')
  if (customer._deleted) throw missing('customer', id, 'customer')
  return customer
}

const deleted = (id: string) => ({ id, object: 'customer', deleted: true })

/** The subscriptions of a customer are ended by another module, which a deletion calls. */
export type EndSubscriptions = (books: Books, customer: string) => void

export const customerEndpoints = (endSubscriptions: EndSubscriptions) => [
  endpoint('POST', '/v1/customers', createParams, ({ books, params }) => {
    const { payment_method, test_clock, metadata: entries, ...changes } = params
    if (test_clock) books.find('test_clock', test_clock, 'test_clock')
    const customer = createCustomer(books, changes, mergeMetadata({}, entries))
    if (payment_method) attachMethod(books, findMethod(books, payment_method), customer.id)
    const created = books.put('customer', { ...customer, ...patchOf(books, customer, changes), test_clock: test_clock ?? null })
    emit(books, 'customer.created', created)
    return created
  }),
  endpoint('GET', '/v1/customers/:id', paramsOf<Stripe.CustomerRetrieveParams>()({}), ({ books, id }) => {
    const customer = books.find('customer', id)
    return customer._deleted ? deleted(id) : customer
  }),
  endpoint('POST', '/v1/customers/:id', updateParams, ({ books, id, params }) => {
    const customer = books.find('customer', id)
    if (customer._deleted) throw missing('customer', id)
    const changed = books.change('customer', id, patchOf(books, customer, params))
    emit(books, 'customer.updated', changed, customer)
    return changed
  }),
  endpoint('DELETE', '/v1/customers/:id', paramsOf<Stripe.CustomerDeleteParams>()({}), ({ books, id }) => {
    const customer = books.find('customer', id)
    if (customer._deleted) throw missing('customer', id)
    endSubscriptions(books, id)
    emit(books, 'customer.deleted', books.change('customer', id, { _deleted: true }))
    return deleted(id)
  }),
  endpoint('GET', '/v1/customers', listParams, ({ books, params }) => {
    const rows = books.all('customer').filter((row) => !row._deleted && (!params.email || row.email === params.email))
    return paginate(rows, '/v1/customers', params)
  }),
]

type Patch = {
  address?: '' | Partial<Record<keyof typeof emptyAddress, string>>
  balance?: number
  description?: string
  email?: string
  invoice_settings?: { default_payment_method?: string; footer?: string }
  metadata?: '' | Record<string, string>
  name?: string
  phone?: string
  preferred_locales?: string[]
}

function patchOf(books: Books, customer: Customer, changes: Patch): Partial<Customer> {
  const { default_payment_method, footer } = changes.invoice_settings ?? {}
  if (default_payment_method) {
    const method = books.find('payment_method', default_payment_method, 'invoice_settings[default_payment_method]')
    if (method.customer !== customer.id) throw missing('payment_method', method.id, 'invoice_settings[default_payment_method]')
  }
  return {
    ...(changes.address !== undefined && { address: changes.address === '' ? null : { ...emptyAddress, ...changes.address } }),
    ...(changes.balance !== undefined && { balance: changes.balance }),
    ...(changes.description !== undefined && { description: changes.description || null }),
    ...(changes.email !== undefined && { email: changes.email || null }),
    ...(changes.name !== undefined && { name: changes.name || null }),
    ...(changes.phone !== undefined && { phone: changes.phone || null }),
    ...(changes.preferred_locales && { preferred_locales: changes.preferred_locales }),
    invoice_settings: {
      ...customer.invoice_settings,
      ...(default_payment_method !== undefined && { default_payment_method: default_payment_method || null }),
      ...(footer !== undefined && { footer: footer || null }),
    },
    metadata: mergeMetadata(customer.metadata, changes.metadata),
  }
}
