import { type Books, mergeMetadata } from './books.ts'
import { minimumOf } from './currencies.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { type Draft, lineOf } from './invoice-lines.ts'
import { emptyAddress } from './payment-methods.ts'
import type { Metadata, Row } from './types.ts'

type Invoice = Row<'invoice'>
type Subscription = Row<'subscription'>

export type NewInvoice = {
  customer: Row<'customer'>
  currency: string
  drafts: Draft[]
  reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
  subscription?: Subscription | undefined
  autoAdvance?: boolean | undefined
  description?: string | undefined
  metadata?: '' | Metadata | undefined
  defaultMethod?: string | undefined
  prorationDate?: number | undefined
}

/** The invoice with these lines. It is not stored, so a preview and the invoice that follows are made by the same code. */
export function buildInvoice(books: Books, fields: NewInvoice, id = books.newId('in')): Invoice {
  const { customer, subscription, drafts } = fields
  const account = books.main.get('account', books.account)
  const total = drafts.reduce((sum, { amount }) => sum + amount, 0)
  const { due, endingBalance } = settleBalance(total, customer.balance, fields.currency)
  return {
    id,
    object: 'invoice',
    account_country: account?.country ?? 'US',
    account_name: account?.settings?.dashboard.display_name ?? 'Gather',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: books.isPlatform ? null : books.world.options.clientId,
    attempt_count: 0,
    attempted: false,
    auto_advance: fields.autoAdvance ?? true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: fields.reason,
    collection_method: 'charge_automatically',
    created: books.now,
    currency: fields.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: fields.defaultMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: fields.description ?? null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: endingBalance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: drafts.map((draft) => lineOf(books, draft, id)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: mergeMetadata({}, fields.metadata),
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: {
            metadata: subscription.metadata,
            subscription: subscription.id,
            ...(fields.prorationDate !== undefined && { subscription_proration_date: fields.prorationDate }),
          },
          type: 'subscription_details',
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: subscription?.items.data[0]?.current_period_start ?? books.now,
    period_start: subscription?.items.data[0]?.current_period_start ?? books.now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

/** Credit of the customer pays first. An amount that is too small to charge is carried to the next invoice. */
function settleBalance(total: number, balance: number, currency: string): { due: number; endingBalance: number } {
  const sum = total + balance
  if (sum <= 0) return { due: 0, endingBalance: sum }
  if (sum < minimumOf(currency)) return { due: 0, endingBalance: sum }
  return { due: sum, endingBalance: 0 }
}

export function createInvoice(books: Books, fields: NewInvoice): Invoice {
  const invoice = books.put('invoice', buildInvoice(books, fields))
  for (const { invoiceItem } of fields.drafts) if (invoiceItem) books.change('invoice_item', invoiceItem, { invoice: invoice.id })
  if (fields.subscription) books.change('subscription', fields.subscription.id, { latest_invoice: invoice.id })
  emit(books, 'invoice.created', invoice)
  return invoice
}

export function finalizeInvoice(books: Books, id: string): Invoice {
  const draft = books.find('invoice', id)
  if (draft.status !== 'draft')
    throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.", { code: 'invoice_not_editable' })
  const customer = books.find('customer', draft.customer ?? '')
  const { due, endingBalance } = settleBalance(draft.total, customer.balance, draft.currency)
  const sequence = customer.next_invoice_sequence ?? 1
  books.change('customer', customer.id, { balance: endingBalance, currency: draft.currency, next_invoice_sequence: sequence + 1 })
  const address = `${books.world.options.url}/invoices/${books.account}/${id}`
  const open = books.change('invoice', id, {
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    customer_address: customer.address ? { ...emptyAddress, ...customer.address } : null,
    effective_at: books.now,
    starting_balance: customer.balance,
    ending_balance: endingBalance,
    hosted_invoice_url: address,
    invoice_pdf: `${address}/pdf`,
    number: `${customer.invoice_prefix ?? 'GATHER'}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: books.now },
  })
  emit(books, 'invoice.finalized', open, draft)
  return due === 0 ? markPaid(books, open, null) : open
}

/** The invoice is paid, by an intent or because nothing was due. */
export function markPaid(books: Books, invoice: Invoice, intent: Row<'payment_intent'> | null): Invoice {
  const payment = books.all('invoice_payment').findLast((row) => row.invoice === invoice.id)
  if (payment && intent)
    books.change('invoice_payment', payment.id, {
      amount_paid: invoice.amount_due,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: books.now },
    })
  const { confirmation_secret: _, ...rest } = books.find('invoice', invoice.id)
  const paid = books.put('invoice', {
    ...rest,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: Math.max(rest.attempt_count, intent ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...rest.status_transitions, paid_at: books.now },
  })
  emit(books, 'invoice.paid', paid)
  emit(books, 'invoice.payment_succeeded', paid)
  return paid
}
