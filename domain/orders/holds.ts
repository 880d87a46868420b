import { day, hour, minute } from '../time/spans.ts'

/** How long a page at Stripe can be paid on. Stripe's least is 30 minutes, counted by its own clock. */
export const checkoutDuration = 31 * minute

/** A seat is held a little longer than its page lives. */
export const checkoutMargin = 2 * minute

/** A person who took a seat is asked to pay at once, and has so long to open the page. */
export const ownHoldDuration = 10 * minute

/** A person who was given a seat by a host may be asleep. */
export const givenHoldDuration = day

/** Who let so many holds in one game end without paying, each within this time, cannot start another by themselves. */
export const maxUnpaidHolds = 3
export const unpaidHoldsSpan = day

/** How long we wait before we look again at a payment that a bank has not confirmed yet. */
export const pendingPaymentWait = 6 * hour
