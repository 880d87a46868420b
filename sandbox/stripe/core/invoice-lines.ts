import type Stripe from 'stripe'
import type { Books } from './books.ts'
import { format } from './currencies.ts'
import { emit } from './events.ts'
import { dateOf, type Period, restOf } from './periods.ts'
import { totalOf } from './prices.ts'
import type { Metadata, Row, Stored } from './types.ts'

export type Line = Stored<Stripe.InvoiceLineItem>
export type Item = Row<'subscription'>['items']['data'][number]
/** A line before it is on an invoice. */
export type Draft = {
  amount: number
  description: string
  price: Stored<Stripe.Price>
  quantity: number
  period: Period
  subscription: string | null
  item: string | null
  invoiceItem: string | null
  isProration: boolean
  metadata?: Metadata
}

type SoldOnce = Pick<Draft, 'amount' | 'description' | 'price' | 'quantity'>

/** Something that is sold once, now, without a subscription. */
export const soldOnce = ({ now }: Books, sold: SoldOnce): Draft => ({
  ...sold,
  period: { start: now, end: now },
  ...{ subscription: null, item: null, invoiceItem: null, isProration: false },
})

export function lineOf(books: Books, draft: Draft, invoice: string): Line {
  const { price, item, invoiceItem, subscription, isProration } = draft
  return {
    id: books.newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: price.currency,
    description: draft.description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: draft.metadata ?? {},
    parent: item
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: invoiceItem,
            proration: isProration,
            proration_details: isProration ? { credited_items: null } : null,
            subscription,
            subscription_item: item,
          },
          type: 'subscription_item_details',
        }
      : {
          invoice_item_details: {
            invoice_item: invoiceItem ?? '',
            proration: false,
            proration_details: { credited_items: null },
            subscription,
          },
          subscription_item_details: null,
          type: 'invoice_item_details',
        },
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: isProration ? String(draft.amount) : price.unit_amount_decimal,
    },
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription,
    subtotal: draft.amount,
    taxes: [],
  }
}

const nameOf = (books: Books, price: Stored<Stripe.Price>) => books.get('product', price.product)?.name ?? price.product

/** What a full period of an item costs. */
export function periodLine(books: Books, subscription: string, item: Item, period: Period): Draft {
  const { price, quantity = 1 } = item
  const each = `${format(price.unit_amount ?? 0, price.currency)} / ${price.recurring?.interval ?? 'once'}`
  const description = `${quantity} × ${nameOf(books, price)} (at ${each})`
  return { ...lineOfItem(subscription, item, period), amount: totalOf(price, quantity), description, isProration: false }
}

export const trialLine = (books: Books, subscription: string, item: Item, period: Period): Draft => ({
  ...lineOfItem(subscription, item, period),
  amount: 0,
  description: `Trial period for ${nameOf(books, item.price)}`,
  isProration: false,
})

const lineOfItem = (subscription: string, item: Item, period: Period) => ({
  price: item.price,
  quantity: item.quantity ?? 1,
  period,
  subscription,
  item: item.id,
  invoiceItem: null,
})

/** The time of an item that was paid but is not used, or is used but was not paid. */
export function prorationLine(books: Books, subscription: string, item: Item, time: number, sign: -1 | 1): Draft {
  const period = { start: item.current_period_start, end: item.current_period_end }
  const { price, quantity = 1 } = item
  const amount = sign * Math.round(totalOf(price, quantity) * restOf(period, time)) || 0
  const description = `${sign < 0 ? 'Unused' : 'Remaining'} time on ${quantity > 1 ? `${quantity} × ` : ''}${nameOf(books, price)} after ${dateOf(time)}`
  return { ...lineOfItem(subscription, item, { start: time, end: period.end }), amount, description, isProration: true }
}

/** Keeps a line until the next invoice of the customer. */
export function keepForNextInvoice(books: Books, customer: string, draft: Draft): Row<'invoice_item'> {
  const { price, subscription, item, quantity } = draft
  const row = books.put('invoice_item', {
    id: books.newId('ii'),
    object: 'invoiceitem',
    amount: draft.amount,
    currency: price.currency,
    customer,
    customer_account: null,
    date: books.now,
    description: draft.description,
    discountable: !draft.isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: draft.metadata ?? {},
    net_amount: draft.amount,
    parent: subscription
      ? { subscription_details: { subscription, ...(item && { subscription_item: item }) }, type: 'subscription_details' }
      : null,
    period: draft.period,
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: draft.isProration ? String(draft.amount) : price.unit_amount_decimal,
    },
    proration: draft.isProration,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: null,
  })
  emit(books, 'invoiceitem.created', row)
  return row
}

/** The lines that wait for the next invoice of a customer, or of one of its subscriptions. */
export function waitingLines(books: Books, customer: string, subscription: string | null): Draft[] {
  return books
    .all('invoice_item')
    .filter(
      (row) =>
        row.invoice === null && row.customer === customer && (row.parent?.subscription_details?.subscription ?? null) === subscription,
    )
    .flatMap((row) => {
      const price = books.get('price', row.pricing?.price_details?.price)
      if (!price) return []
      const { amount, description, quantity, period, proration, metadata } = row
      const item = row.parent?.subscription_details?.subscription_item ?? null
      return [
        {
          amount,
          description: description ?? '',
          price,
          quantity,
          period,
          subscription,
          item,
          invoiceItem: row.id,
          isProration: proration,
          metadata: metadata ?? {},
        },
      ]
    })
}
