import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { people } from '../accounts/shared.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe } from './call-stripe.ts'
import { detachCards } from './customers.ts'
import { stripeCustomers as customers, planSubscriptions as s } from './schema.ts'
import { isLiveRow, syncPlan } from './sync-plan.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** What `openCardPage` writes on the page at Stripe. */
export type CardMetadata = { cardForOwnerKey: string; payerId: string }

/**
 * Somebody added a card for a team: from now on the plan is paid with it, and the cards of whoever paid before are removed. Running it
 * again changes nothing.
 */
export async function takeOverPayment(reading: Reading, session: Stripe.Checkout.Session): Promise<Statement[]> {
  const { db, stripe } = reading
  const { cardForOwnerKey, payerId } = session.metadata ?? {}
  if (session.status !== 'complete' || typeof session.setup_intent !== 'string' || !cardForOwnerKey || !payerId) return []
  const live = await readFirst(
    db,
    db
      .select({ id: s.id, ownerKind: s.ownerKind, ownerId: s.ownerId, payerId: s.payerId })
      .from(s)
      .where(and(eq(s.ownerKey, cardForOwnerKey), isLiveRow)),
  )
  const payer = await readFirst(db, db.select({ email: people.email }).from(people).where(eq(people.id, payerId)))
  const { payment_method: card } = await callStripe(stripe.setupIntents.retrieve(session.setup_intent))
  const { customer } = session
  if (!live || !payer || typeof card !== 'string' || typeof customer !== 'string') return []
  await callStripe(stripe.customers.update(customer, { email: payer.email, invoice_settings: { default_payment_method: card } }))
  // Whoever paid before may have stopped, and a new payer wants the plan to go on.
  const goesOn = live.payerId !== payerId && { cancel_at_period_end: false }
  await callStripe(stripe.subscriptions.update(live.id, { default_payment_method: card, metadata: { payerId }, ...goesOn }))
  await detachCards(stripe, customer, card)
  return [
    db
      .update(customers)
      .set({ payerId })
      .where(and(eq(customers.ownerKind, live.ownerKind), eq(customers.ownerId, live.ownerId))),
    ...(await syncPlan(reading, live.id)),
  ]
}
