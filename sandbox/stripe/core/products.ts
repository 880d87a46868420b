import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { endpoint } from './endpoint.ts'
import { invalid, missing } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { boolean, list, metadata, newMetadata, optional, page, paramsOf, range, shape, text, unsettable, url } from './params.ts'
import { createPrice, newPrice } from './prices.ts'
import type { Row } from './types.ts'

type NewProduct = {
  name: string
  description?: string
  metadata?: '' | Record<string, string>
  unit_label?: string
  images?: string[]
  url?: string
  active?: boolean
  statement_descriptor?: string
}

export function createProduct(books: Books, fields: NewProduct, id = books.newId('prod')): Row<'product'> {
  const product = books.put('product', {
    id,
    object: 'product',
    active: fields.active ?? true,
    created: books.now,
    default_price: null,
    description: fields.description || null,
    images: fields.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, fields.metadata),
    name: fields.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: fields.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: fields.unit_label ?? null,
    updated: books.now,
    url: fields.url ?? null,
  })
  emit(books, 'product.created', product)
  return product
}

const createParams = paramsOf<Stripe.ProductCreateParams>()({
  name: text(250),
  id: optional(text()),
  active: optional(boolean),
  default_price_data: optional(shape(newPrice)),
  description: optional(text()),
  images: optional(list(url, 8)),
  metadata: optional(newMetadata),
  statement_descriptor: optional(text(22)),
  unit_label: optional(text(12)),
  url: optional(url),
})

const updateParams = paramsOf<Stripe.ProductUpdateParams>()({
  name: optional(text(250)),
  active: optional(boolean),
  default_price: optional(text()),
  description: optional(unsettable(text())),
  images: optional(unsettable(list(url, 8))),
  metadata: optional(metadata),
  unit_label: optional(unsettable(text(12))),
  url: optional(unsettable(url)),
})

const listParams = paramsOf<Stripe.ProductListParams>()({
  ...page,
  active: optional(boolean),
  created: optional(range),
  ids: optional(list(text())),
  url: optional(text()),
})

export const productEndpoints = [
  endpoint('POST', '/v1/products', createParams, ({ books, params }) => {
    const { id, default_price_data, ...fields } = params
    if (id && books.get('product', id)) throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
    let product = createProduct(books, fields, id)
    if (default_price_data) {
      const price = createPrice(books, { ...default_price_data, product: product.id })
      product = books.change('product', product.id, { default_price: price.id })
    }
    return product
  }),
  endpoint('GET', '/v1/products/:id', paramsOf<Stripe.ProductRetrieveParams>()({}), ({ books, id }) => {
    const product = books.find('product', id)
    return product._deleted ? { id, object: 'product', deleted: true } : product
  }),
  endpoint('POST', '/v1/products/:id', updateParams, ({ books, id, params }) => {
    const product = books.find('product', id)
    if (product._deleted) throw missing('product', id)
    if (params.default_price && books.find('price', params.default_price, 'default_price').product !== id)
      throw invalid('The price specified does not belong to this product.', { param: 'default_price' })
    const { name, active, default_price } = params
    const changed = books.change('product', id, {
      ...(name && { name }),
      ...(active !== undefined && { active }),
      ...(default_price && { default_price }),
      ...(params.description !== undefined && { description: params.description || null }),
      ...(params.images !== undefined && { images: params.images || [] }),
      ...(params.unit_label !== undefined && { unit_label: params.unit_label || null }),
      ...(params.url !== undefined && { url: params.url || null }),
      metadata: mergeMetadata(product.metadata, params.metadata),
      updated: books.now,
    })
    emit(books, 'product.updated', changed, product)
    return changed
  }),
  endpoint('DELETE', '/v1/products/:id', paramsOf<Stripe.ProductDeleteParams>()({}), ({ books, id }) => {
    if (books.find('product', id)._deleted) throw missing('product', id)
    if (books.all('price').some((price) => price.product === id))
      throw invalid('This product cannot be deleted because it has one or more user-created prices.')
    emit(books, 'product.deleted', books.change('product', id, { _deleted: true }))
    return { id, object: 'product', deleted: true }
  }),
  endpoint('GET', '/v1/products', listParams, ({ books, params }) => {
    const rows = books
      .all('product')
      .filter((row) => !row._deleted && (params.active ?? row.active) === row.active && (!params.ids || params.ids.includes(row.id)))
    return paginate(rows, '/v1/products', params)
  }),
]
