import type Stripe from 'stripe'
import { callStripe } from './call-stripe.ts'

type Paid = { accountId: string; ourFee: number }
type Refund = { refundId: string; paymentId: string; amount: number; idempotencyKey: string }

/** Gives a part of a payment on the account of a host back, with our share of it. The metadata say which refund of ours it is. */
export const createRefund = (
  stripe: Stripe,
  { accountId, ourFee }: Paid,
  { refundId, paymentId, amount, idempotencyKey }: Refund,
): Promise<Stripe.Refund> =>
  callStripe(
    stripe.refunds.create(
      {
        payment_intent: paymentId,
        amount,
        metadata: { refundId },
        // Stripe refuses to give back a fee that is zero.
        ...(ourFee > 0 && { refund_application_fee: true }),
      },
      { stripeAccount: accountId, idempotencyKey },
    ),
  )
