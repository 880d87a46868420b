import type Stripe from 'stripe'
import { checkoutDuration } from '../../domain/orders/holds.ts'
import { closeHostPage, createPage } from '../payments/checkout-pages.ts'
import type { Order } from './queries.ts'

/** What the page at Stripe shows. */
type Shown = { title: string; seatsAmount: number; bookingFee: number; email: string; origin: string }

/** Opens the page of an order. */
export const createSession = (
  stripe: Stripe,
  { id, currency, accountId, payerId, eventId, seats, ourFee, createdAt }: Order,
  { title, seatsAmount, bookingFee, email, origin }: Shown,
): Promise<Stripe.Checkout.Session> => {
  const name = seats === 1 ? title : `${title}, ${seats} seats`
  return createPage(stripe, {
    ...{ id, currency, accountId, email, ourFee, description: name },
    lines: [{ name, amount: seatsAmount }, ...(bookingFee > 0 ? [{ name: 'Booking fee', amount: bookingFee }] : [])],
    metadata: { orderId: id, payerId },
    expiresAt: createdAt + checkoutDuration,
    successUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}/discover/events/${eventId}`,
    idempotencyKey: `order:${id}`,
  })
}

/** The page of an order, closed so that nobody can pay on it any more. Null if there never was one. */
export const closeSession = (stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session | null> =>
  closeHostPage(stripe, order, { name: 'orderId', lifetime: checkoutDuration })
