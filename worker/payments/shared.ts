import { expose } from '../platform/columns.ts'
import { payoutAccounts } from './schema.ts'

/** The accounts on which hosts are paid, as far as other features may read them. */
export const accounts = expose(payoutAccounts, 'userId', 'stripeId', 'currency', 'chargesEnabled', 'detailsSubmitted', 'kind', 'createdAt')
