import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { invalid } from './errors.ts'
import { createPrice, totalOf } from './prices.ts'
import { createProduct } from './products.ts'
import type { CheckoutLine, Metadata, Row, Stored } from './types.ts'

export type NewLine = {
  price?: string
  quantity?: number
  price_data?: {
    currency: string
    product?: string
    product_data?: { name: string; description?: string; images?: string[]; metadata?: '' | Metadata; unit_label?: string }
    unit_amount?: number
    unit_amount_decimal?: string
    recurring?: { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number }
    tax_behavior?: string
  }
}

/** A price that was made for one line is not active afterwards, like Stripe's. */
export function priceOf(books: Books, { price, price_data: data }: NewLine, param: string): Row<'price'> {
  if (price && data) throw invalid('You may only specify one of these parameters: price, price_data.', { param: `${param}[price]` })
  if (price) {
    const row = books.find('price', price, `${param}[price]`)
    if (!row.active) throw invalid('The price specified is inactive. This field only accepts active prices.', { param: `${param}[price]` })
    return row
  }
  if (!data) throw invalid(`You must specify either \`price\` or \`price_data\`.`, { code: 'parameter_missing', param: `${param}[price]` })
  const { product, product_data: newProduct, ...rest } = data
  if (!product && !newProduct)
    throw invalid(`Missing required param: ${param}[price_data][product].`, {
      code: 'parameter_missing',
      param: `${param}[price_data][product]`,
    })
  const owner = product
    ? books.find('product', product, `${param}[price_data][product]`)
    : createProduct(books, { ...(newProduct as { name: string }), active: false })
  return createPrice(books, { ...rest, product: owner.id, active: false })
}

export function createLines(books: Books, lines: NewLine[]): CheckoutLine[] {
  return lines.map((line, index) => {
    const price = priceOf(books, line, `line_items[${index}]`)
    if (line.quantity === undefined)
      throw invalid(`Missing required param: line_items[${index}][quantity].`, {
        code: 'parameter_missing',
        param: `line_items[${index}][quantity]`,
      })
    const product = books.find('product', price.product)
    return { id: books.newId('li'), price, quantity: line.quantity, description: product.name }
  })
}

export const sumOf = (lines: CheckoutLine[]): number => lines.reduce((sum, { price, quantity }) => sum + totalOf(price, quantity), 0)

export const linesOf = ({ _extra }: Row<'checkout_session'>): Stored<Stripe.LineItem>[] =>
  _extra.lines.map(({ id, price, quantity, description }) => {
    const total = totalOf(price, quantity)
    return {
      id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: price.currency,
      description,
      metadata: mergeMetadata({}, {}),
      price,
      quantity,
    }
  })
