import type Stripe from 'stripe'
import { callStripe, isStripeError } from './call-stripe.ts'

/** Closes a page at Stripe. Returns it as it is, because somebody may have paid there, or it may have ended, in this moment. */
export async function expireSession(
  stripe: Stripe,
  id: string,
  params: { expand?: string[] } = {},
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Checkout.Session> {
  const { sessions } = stripe.checkout
  try {
    return await callStripe(sessions.expire(id, params, options))
  } catch (error) {
    if (isStripeError(error)) return callStripe(sessions.retrieve(id, params, options))
    throw error
  }
}
