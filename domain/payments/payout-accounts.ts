import { day, hour, minute } from '../time/spans.ts'

/** We opened the account for the host, or the host linked their own. */
export const payoutAccountKinds = ['NEW', 'LINK'] as const
export type PayoutAccountKind = (typeof payoutAccountKinds)[number]

/** The host has told Stripe everything, and people can pay through the account. */
export const isActive = ({ chargesEnabled, detailsSubmitted }: { chargesEnabled: boolean; detailsSubmitted: boolean }): boolean =>
  chargesEnabled && detailsSubmitted

/** So long after we sent a host to Stripe, a code that comes back still links their account. */
export const linkStateLifetime = hour

/** A reading of an account that is older is not shown without asking Stripe again. */
export const accountReadingLifetime = minute

/** We tell what is due so long before Stripe restricts the account. */
export const dueNotice = 14 * day
