import type Stripe from 'stripe'
import { type EndReason, endReasons } from '../../domain/memberships/contract.ts'

/** Stripe keeps with a subscription that we have ended it, and why. So whoever reads it, perhaps long after, knows what is owed. */
export const commentOf = (because: EndReason): string => `Ended for its member: ${because}`

/** Why we have ended a membership. Null if it goes on, or somebody else has ended it. */
export const reasonOf = ({
  status,
  cancellation_details: details,
}: Pick<Stripe.Subscription, 'status' | 'cancellation_details'>): EndReason | null =>
  status === 'canceled' ? (endReasons.find((reason) => details?.comment === commentOf(reason)) ?? null) : null
