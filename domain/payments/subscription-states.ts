import { day } from '../time/spans.ts'

/** The states of a subscription, as Stripe names them. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** A state that this release does not know promises nothing, and nobody starts a second subscription beside it. */
export const readStatus = (status: string): SubscriptionStatus => subscriptionStatuses.find((known) => known === status) ?? 'paused'

/** It will charge again, or wants to. Nobody starts a second one beside it. */
export const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const satisfies readonly SubscriptionStatus[]
export const isLive = (status: string): boolean => liveStatuses.some((live) => live === status)

/** For so long after a failed payment the plan stays as it is, while we ask for the payment by mail. */
export const graceDuration = 14 * day
/** When we send these mails, after the payment failed. */
export const dunningDays = [0, 3, 7, 12] as const

type Payment = { status: SubscriptionStatus /** When a payment failed first; null if none is due. */; pastDueSince: number | null }

/** Until when the plan stays as it is although a payment failed. */
export const graceEndOf = ({ pastDueSince }: Payment): number | null => (pastDueSince === null ? null : pastDueSince + graceDuration)

/** Whether the owner has what the plan promises. */
export function isEntitled(payment: Payment, now: number): boolean {
  if (payment.status === 'trialing' || payment.status === 'active') return true
  return payment.status === 'past_due' && now < (graceEndOf(payment) ?? now + 1)
}

/** A team tries its first paid plan for so many days, once. */
export const trialDays = 14
