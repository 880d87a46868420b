import type Stripe from 'stripe'
import { mergeMetadata } from './books.ts'
import { findCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { invalid, StripeError } from './errors.ts'
import { emit } from './events.ts'
import { keepForNextInvoice, soldOnce, waitingLines } from './invoice-lines.ts'
import { voidInvoice } from './invoice-payment.ts'
import { previewInvoice, previewParams } from './invoice-preview.ts'
import { createInvoice, finalizeInvoice, markPaid } from './invoices.ts'
import { paginate } from './lists.ts'
import { boolean, choice, currency, integer, metadata, optional, page, paramsOf, range, shape, text, unsettable } from './params.ts'
import { findMethod } from './payment-methods.ts'
import { createPrice, totalOf } from './prices.ts'
import { createProduct } from './products.ts'
import { afterPaid, payByHand } from './subscription-cycle.ts'

const createParams = paramsOf<Stripe.InvoiceCreateParams>()({
  auto_advance: optional(boolean),
  collection_method: optional(choice(['charge_automatically'])),
  currency: optional(currency),
  customer: text(),
  default_payment_method: optional(text()),
  description: optional(text(1500)),
  metadata: optional(metadata),
  pending_invoice_items_behavior: optional(choice(['exclude', 'include'])),
})
const updateParams = paramsOf<Stripe.InvoiceUpdateParams>()({
  auto_advance: optional(boolean),
  default_payment_method: optional(text()),
  description: optional(unsettable(text(1500))),
  metadata: optional(metadata),
})
const payParams = paramsOf<Stripe.InvoicePayParams>()({
  off_session: optional(boolean),
  paid_out_of_band: optional(boolean),
  payment_method: optional(text()),
})
const listParams = paramsOf<Stripe.InvoiceListParams>()({
  ...page,
  created: optional(range),
  customer: optional(text()),
  status: optional(choice(['draft', 'open', 'paid', 'uncollectible', 'void'])),
  subscription: optional(text()),
})
/** A payment intent does not name its invoice, so this list is the way from one to the other. */
const invoicePaymentParams = paramsOf<Stripe.InvoicePaymentListParams>()({
  ...page,
  invoice: optional(text()),
  payment: optional(shape({ type: choice(['payment_intent']), payment_intent: optional(text()) })),
  status: optional(choice(['canceled', 'open', 'paid'])),
})
const itemParams = paramsOf<Stripe.InvoiceItemCreateParams>()({
  amount: optional(integer()),
  currency: optional(currency),
  customer: text(),
  description: optional(text()),
  metadata: optional(metadata),
  pricing: optional(shape({ price: optional(text()) })),
  quantity: optional(integer(1, 999_999)),
})

export const invoiceEndpoints = [
  endpoint('POST', '/v1/invoices/create_preview', previewParams, ({ books, params }) => previewInvoice(books, params)),
  endpoint('POST', '/v1/invoices', createParams, ({ books, params }) => {
    const customer = findCustomer(books, params.customer)
    const {
      auto_advance,
      description,
      metadata: entries,
      default_payment_method: defaultMethod,
      pending_invoice_items_behavior: pending,
    } = params
    if (defaultMethod) books.find('payment_method', defaultMethod, 'default_payment_method')
    const drafts = pending === 'include' ? waitingLines(books, customer.id, null) : []
    const money = params.currency ?? drafts[0]?.price.currency ?? customer.currency ?? 'usd'
    const invoice = createInvoice(books, {
      customer,
      currency: money,
      drafts,
      reason: 'manual',
      autoAdvance: auto_advance ?? false,
      description,
      metadata: entries,
      defaultMethod,
    })
    if (invoice.auto_advance) books.plan('advance-invoice', books.now + 3600, invoice.id)
    return invoice
  }),
  endpoint('GET', '/v1/invoices/:id', paramsOf<Stripe.InvoiceRetrieveParams>()({}), ({ books, id }) => books.find('invoice', id)),
  endpoint('POST', '/v1/invoices/:id', updateParams, ({ books, id, params }) => {
    const invoice = books.find('invoice', id)
    if (params.default_payment_method) books.find('payment_method', params.default_payment_method, 'default_payment_method')
    const changed = books.change('invoice', id, {
      ...(params.auto_advance !== undefined && { auto_advance: params.auto_advance }),
      ...(params.default_payment_method && { default_payment_method: params.default_payment_method }),
      ...(params.description !== undefined && { description: params.description || null }),
      metadata: mergeMetadata(invoice.metadata, params.metadata),
    })
    emit(books, 'invoice.updated', changed, invoice)
    return changed
  }),
  endpoint(
    'POST',
    '/v1/invoices/:id/finalize',
    paramsOf<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: optional(boolean) }),
    ({ books, id }) => {
      const invoice = finalizeInvoice(books, id)
      if (invoice.status === 'paid') afterPaid(books, invoice)
      return invoice
    },
  ),
  endpoint('POST', '/v1/invoices/:id/pay', payParams, ({ books, id, params }) => {
    if (books.find('invoice', id).status === 'draft') finalizeInvoice(books, id)
    if (params.paid_out_of_band) {
      const paid = markPaid(books, books.find('invoice', id), null)
      afterPaid(books, paid)
      return paid
    }
    const method = params.payment_method ? findMethod(books, params.payment_method).id : undefined
    const paid = payByHand(books, id, { isOffSession: params.off_session ?? true, method })
    if (paid.status === 'paid') return paid
    const message = 'Payment for this invoice requires additional user action before it can be completed successfully.'
    throw new StripeError(402, { type: 'card_error', code: 'invoice_payment_intent_requires_action', message }, { keepsWork: true })
  }),
  endpoint('POST', '/v1/invoices/:id/void', paramsOf<Stripe.InvoiceVoidInvoiceParams>()({}), ({ books, id }) =>
    voidInvoice(books, id, 'void'),
  ),
  endpoint('POST', '/v1/invoices/:id/mark_uncollectible', paramsOf<Stripe.InvoiceMarkUncollectibleParams>()({}), ({ books, id }) =>
    voidInvoice(books, id, 'uncollectible'),
  ),
  endpoint('GET', '/v1/invoices/:id/lines', paramsOf<Stripe.InvoiceListLineItemsParams>()(page), ({ books, id, params }) =>
    paginate(books.find('invoice', id).lines.data.toReversed(), `/v1/invoices/${id}/lines`, params),
  ),
  endpoint('GET', '/v1/invoices', listParams, ({ books, params }) => {
    const { customer, status, subscription } = params
    const rows = books
      .all('invoice')
      .filter(
        (row) =>
          (!customer || row.customer === customer) &&
          (!status || row.status === status) &&
          (!subscription || row.parent?.subscription_details?.subscription === subscription),
      )
    return paginate(rows, '/v1/invoices', params)
  }),
  endpoint('GET', '/v1/invoice_payments', invoicePaymentParams, ({ books, params }) => {
    const { invoice, payment, status } = params
    const rows = books
      .all('invoice_payment')
      .filter(
        (row) =>
          (!invoice || row.invoice === invoice) &&
          (!payment?.payment_intent || row.payment.payment_intent === payment.payment_intent) &&
          (!status || row.status === status),
      )
    return paginate(rows, '/v1/invoice_payments', params)
  }),
  endpoint('POST', '/v1/invoiceitems', itemParams, ({ books, params }) => {
    const customer = findCustomer(books, params.customer)
    const { quantity = 1, description = 'Item', metadata: entries } = params
    const known = params.pricing?.price
    if (known === undefined && (params.amount === undefined || !params.currency))
      throw invalid('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
    const price = known
      ? books.find('price', known, 'pricing[price]')
      : createPrice(books, {
          currency: params.currency ?? 'usd',
          unit_amount: params.amount ?? 0,
          product: createProduct(books, { name: description, active: false }).id,
          active: false,
        })
    return keepForNextInvoice(books, customer.id, {
      ...soldOnce(books, { amount: totalOf(price, quantity), description, price, quantity }),
      metadata: mergeMetadata({}, entries),
    })
  }),
  endpoint(
    'GET',
    '/v1/invoiceitems',
    paramsOf<Stripe.InvoiceItemListParams>()({ ...page, customer: optional(text()), pending: optional(boolean) }),
    ({ books, params }) => {
      const rows = books
        .all('invoice_item')
        .filter(
          (row) =>
            (!params.customer || row.customer === params.customer) &&
            (params.pending === undefined || (row.invoice === null) === params.pending),
        )
      return paginate(
        rows.map((row) => ({ ...row, created: row.date })),
        '/v1/invoiceitems',
        params,
      )
    },
  ),
]
