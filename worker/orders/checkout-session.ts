import type Stripe from 'stripe'
import { checkoutDuration } from '../../domain/orders/holds.ts'
import { callStripe, toSeconds } from '../payments/call-stripe.ts'
import { expireSession } from '../payments/expire-session.ts'
import type { Order } from './queries.ts'

/** What the page at Stripe shows. */
type Shown = { title: string; seatsAmount: number; bookingFee: number; email: string; origin: string }

const line = (currency: string, name: string, amount: number) => ({
  quantity: 1,
  price_data: { currency, unit_amount: amount, product_data: { name } },
})

/** Opens the page of an order. A second request with the same words gets the same page. */
export const createSession = (stripe: Stripe, order: Order, shown: Shown): Promise<Stripe.Checkout.Session> => {
  const { id, currency, accountId, seats, ourFee } = order
  const metadata = { orderId: id, payerId: order.payerId }
  const name = seats === 1 ? shown.title : `${shown.title}, ${seats} seats`
  return callStripe(
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        customer_email: shown.email,
        client_reference_id: id,
        line_items: [
          line(currency, name, shown.seatsAmount),
          ...(shown.bookingFee > 0 ? [line(currency, 'Booking fee', shown.bookingFee)] : []),
        ],
        metadata,
        payment_intent_data: { metadata, description: name, ...(ourFee > 0 && { application_fee_amount: ourFee }) },
        expires_at: toSeconds(order.createdAt + checkoutDuration),
        success_url: `${shown.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${shown.origin}/discover/events/${order.eventId}`,
      },
      { stripeAccount: accountId, idempotencyKey: `order:${id}` },
    ),
  )
}

/** The page of an order, closed so that nobody can pay on it any more. Null if there never was one. */
export async function closeSession(stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session | null> {
  const found = order.sessionId === null ? await findLostSession(stripe, order) : order.sessionId
  const session = found === null ? null : await readSession(stripe, order, found)
  return session?.status === 'open' ? expireSession(stripe, session.id, { expand }, { stripeAccount: order.accountId }) : session
}

const expand = ['payment_intent.latest_charge']

export const readSession = (stripe: Stripe, { accountId }: Order, id: string): Promise<Stripe.Checkout.Session> =>
  callStripe(stripe.checkout.sessions.retrieve(id, { expand }, { stripeAccount: accountId }))

/** The answer with the page was lost, so we look whether there is one. */
async function findLostSession(stripe: Stripe, { id, accountId, createdAt }: Order): Promise<string | null> {
  const created = { gte: toSeconds(createdAt) - 60, lte: toSeconds(createdAt + checkoutDuration) }
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 }, { stripeAccount: accountId }))
    if (session.metadata?.orderId === id) return session.id
  return null
}
