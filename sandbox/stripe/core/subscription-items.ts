import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { type NewLine, priceOf } from './checkout-lines.ts'
import { invalid, missing } from './errors.ts'
import { type Draft, type Item, periodLine, prorationLine } from './invoice-lines.ts'
import { type Period, periodEnd } from './periods.ts'
import type { Metadata, Row, Stored } from './types.ts'

type Subscription = Row<'subscription'>
export type ItemChange = NewLine & { id?: string; deleted?: boolean; metadata?: '' | Metadata }
export type Behavior = 'always_invoice' | 'create_prorations' | 'none'

function planOf(price: Stored<Stripe.Price>): Stored<Stripe.Plan> {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export function newItem(books: Books, subscription: string, change: ItemChange, period: Period, index: number): Item {
  const price = priceOf(books, change, `items[${index}]`)
  if (!price.recurring)
    throw invalid('The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.', {
      param: `items[${index}][price]`,
    })
  return {
    id: books.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: books.now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: mergeMetadata({}, change.metadata),
    plan: planOf(price),
    price,
    quantity: change.quantity ?? 1,
    subscription,
    tax_rates: [],
  }
}

/** All items are paid together, so they have one currency and one interval. */
export function checkItems(items: Item[]): void {
  const [first] = items
  if (!first) throw invalid('A subscription must have at least one active plan. Cancel the subscription instead.', { param: 'items' })
  const keyOf = ({ price }: Item) => `${price.recurring?.interval} ${price.recurring?.interval_count}`
  if (items.some((item) => item.price.currency !== first.price.currency))
    throw invalid('All prices of a subscription must have the same currency.', { param: 'items' })
  if (items.some((item) => keyOf(item) !== keyOf(first)))
    throw invalid('All prices of a subscription must have the same billing period.', { param: 'items' })
  if (new Set(items.map(({ price }) => price.id)).size < items.length)
    throw invalid('A subscription cannot have two items with the same price. Use the quantity instead.', { param: 'items' })
}

export type Plan = {
  items: Item[]
  prorations: Draft[]
  /** A new interval, or `billing_cycle_anchor: 'now'`, starts a new period, which is paid at once. */
  restart: { period: Period; drafts: Draft[] } | null
}

type Change = { items?: ItemChange[]; prorationDate: number; behavior: Behavior; isAnchorNow: boolean }

/** What a change of the items would do. The preview and the change itself both use it, so their amounts are the same. */
export function planChange(
  books: Books,
  subscription: Subscription,
  { items: changes = [], prorationDate, behavior, isAnchorNow }: Change,
): Plan {
  const old = subscription.items.data
  const [{ current_period_start: start, current_period_end: end } = { current_period_start: 0, current_period_end: 0 }] = old
  let items = [...old]
  for (const [index, change] of changes.entries()) {
    const known = change.id ? items.find(({ id }) => id === change.id) : undefined
    if (change.id && !known) throw missing('subscription_item', change.id, `items[${index}][id]`)
    if (known && change.deleted) items = items.filter((item) => item !== known)
    else if (known) items = items.map((item) => (item === known ? changeItem(books, known, change, index) : item))
    else items.push(newItem(books, subscription.id, change, { start, end }, index))
  }
  checkItems(items)
  const isTrial = subscription.status === 'trialing'
  const intervalOf = (list: Item[]) => JSON.stringify([list[0]?.price.recurring?.interval, list[0]?.price.recurring?.interval_count])
  const isRestart = !isTrial && (isAnchorNow || intervalOf(old) !== intervalOf(items))
  const changed = (item: Item, others: Item[]) =>
    !others.some((other) => other.id === item.id && other.price.id === item.price.id && other.quantity === item.quantity)
  const isCharged = behavior !== 'none' && !isTrial
  const credits = old
    .filter((item) => isRestart || changed(item, items))
    .map((item) => prorationLine(books, subscription.id, item, prorationDate, -1))
  if (isRestart) {
    const recurring = items[0]?.price.recurring
    const period = { start: books.now, end: recurring ? periodEnd(books.now, recurring, books.now) : books.now }
    const moved = items.map((item) => ({ ...item, current_period_start: period.start, current_period_end: period.end }))
    const drafts = moved.map((item) => periodLine(books, subscription.id, item, period))
    return { items: moved, prorations: isCharged ? credits : [], restart: { period, drafts } }
  }
  const debits = items.filter((item) => changed(item, old)).map((item) => prorationLine(books, subscription.id, item, prorationDate, 1))
  return { items, prorations: isCharged ? [...credits, ...debits] : [], restart: null }
}

function changeItem(books: Books, item: Item, change: ItemChange, index: number): Item {
  const { current_period_start: start, current_period_end: end } = item
  const isNewPrice = change.price !== undefined || change.price_data !== undefined
  const { price } = isNewPrice ? newItem(books, item.subscription, change, { start, end }, index) : item
  return {
    ...item,
    price,
    plan: planOf(price),
    quantity: change.quantity ?? item.quantity ?? 1,
    metadata: mergeMetadata(item.metadata, change.metadata),
  }
}
