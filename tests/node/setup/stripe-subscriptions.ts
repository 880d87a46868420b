import type Stripe from 'stripe'
import { createPayer, createPrice } from './stripe-client.ts'

/** The day of a time of Stripe. */
export const iso = (time: number | undefined) => new Date((time ?? 0) * 1000).toISOString().slice(0, 10)

/** The first and the last day of what is paid. */
export const periodOf = ({ items }: Stripe.Subscription) => [
  iso(items.data[0]?.current_period_start),
  iso(items.data[0]?.current_period_end),
]

export const invoicesOf = async (stripe: Stripe, subscription: string) => (await stripe.invoices.list({ subscription, limit: 100 })).data

/** A new customer with a card subscribes to a new plan. */
export async function subscribe(stripe: Stripe, amount = 1500, card = 'pm_card_visa') {
  const payer = await createPayer(stripe, card)
  const price = await createPrice(stripe, amount)
  const subscription = await stripe.subscriptions.create({ customer: payer.id, items: [{ price }], expand: ['latest_invoice'] })
  return { payer, price, subscription, item: subscription.items.data[0]?.id ?? '' }
}
