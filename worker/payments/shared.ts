import { expose } from '../platform/columns.ts'
import { payoutAccounts, planInvoices, stripeEvents } from './schema.ts'

/** The accounts on which hosts are paid, as far as other features may read them. */
export const accounts = expose(payoutAccounts, 'userId', 'stripeId', 'currency', 'chargesEnabled', 'detailsSubmitted', 'kind', 'createdAt')

/** The events that Stripe has told us about. */
export const incomingEvents = expose(stripeEvents, 'id', 'type', 'receivedAt')

/** What was paid for plans, as far as other features may read it. */
export const paidPlans = expose(planInvoices, 'id', 'currency', 'refused', 'refusedAt')
