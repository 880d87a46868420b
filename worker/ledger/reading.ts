import type Stripe from 'stripe'
import type { Database } from '../platform/database.ts'

/** What every job of the ledger needs. */
export type Reading = { db: Database; stripe: Stripe; now: number }

/** The most that Stripe lists at once. */
export const listLimit = 100
