import type Stripe from 'stripe'
import { formPaymentPath } from '../../domain/forms/paths.ts'
import { checkoutDuration } from '../../domain/orders/holds.ts'
import { closeHostPage, createPage } from '../payments/checkout-pages.ts'
import type { FormCardPayment } from './form-payments.ts'

type Shown = {
  team: string
  email: string
  origin: string
  /** How many parts the submission has in all. */
  count: number
  /** The secret of who has no account. They come back to their own page, because they have no other one. */
  key: string | undefined
}

/** Opens the page of a payment. */
export const createFormSession = (stripe: Stripe, payment: FormCardPayment, { team, email, origin, count, key }: Shown) => {
  const { id, submissionId, formId, userId, accountId, currency, ourFee, amount, parts, title, createdAt } = payment
  const which = parts.map((number) => number + 1).join(', ')
  const name = parts.length === count ? `${title}, ${team}` : `${title}, ${team} (part ${which} of ${count})`
  const own = `${origin}${formPaymentPath(formId, submissionId)}`
  const ofKey = key === undefined ? '' : `?key=${encodeURIComponent(key)}`
  return createPage(stripe, {
    ...{ id, accountId, currency, email, ourFee, description: name, lines: [{ name, amount }] },
    metadata: { submissionPaymentId: id, submissionId, ...(userId !== null && { payerId: userId }) },
    expiresAt: createdAt + checkoutDuration,
    successUrl: `${key === undefined ? `${origin}/payment-success?` : `${own}${ofKey}&`}session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${own}${ofKey}`,
    idempotencyKey: `form:${id}`,
  })
}

/** The page of a payment, closed so that nobody can pay on it any more. Null if there never was one. */
export const closeFormSession = (stripe: Stripe, payment: FormCardPayment): Promise<Stripe.Checkout.Session | null> =>
  closeHostPage(stripe, payment, { name: 'submissionPaymentId', lifetime: checkoutDuration })
