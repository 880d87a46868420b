import * as v from 'valibot'
import { platformIds } from '../platforms.ts'

/** Which of Stripe's two worlds a request is meant for. */
export const stripeEnvironments = ['production', 'sandbox'] as const
export type StripeEnvironment = (typeof stripeEnvironments)[number]

const Text = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100))))
const Amount = v.optional(v.nullable(v.number()))

/** What a client may say besides what it names. It is ours: what is sent must be what we would use, or nothing is done. */
export const claims = {
  cost: Amount,
  subscriptionPriceId: Text,
  platform: v.optional(v.picklist(platformIds)),
  environment: v.optional(v.picklist(stripeEnvironments)),
  /** What we keep of a payment to a host. */
  fee: Amount,
  /** The account of the host who is paid. */
  account: Text,
  /** Who pays, or asks for it. */
  uid: Text,
}
/** The body of a request that needs none. */
export const ClaimsOnly = v.optional(v.object(claims), {})
export type Claims = v.InferOutput<v.ObjectSchema<typeof claims, undefined>>
