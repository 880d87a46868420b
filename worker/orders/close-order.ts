import type Stripe from 'stripe'
import { type ReadPage, readOutcome } from '../payments/checkout-pages.ts'
import type { Database } from '../platform/database.ts'
import { closeSession } from './checkout-session.ts'
import type { Order } from './queries.ts'
import { endOrder, takePayment } from './take-payment.ts'

/** Closes the page of an order at Stripe. Whoever has just paid there has their seats. */
export const closeOrder = async ({ db, stripe, now }: { db: Database; stripe: Stripe; now: number }, order: Order): Promise<ReadPage> =>
  readOutcome(await closeSession(stripe, order), (session) => takePayment(db, now, order, session), endOrder(db, order.id))
