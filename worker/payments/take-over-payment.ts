import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import type { CardOutcome } from '../../domain/payments/contract.ts'
import type { PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { labelOf } from '../../domain/payments/plans.ts'
import { people } from '../accounts/shared.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, hasCode, isStripeError } from './call-stripe.ts'
import { detachCards } from './customers.ts'
import { judgePlanRight } from './plan-rights.ts'
import { stripeCustomers as customers, planSubscriptions as s } from './schema.ts'
import { isLiveRow, syncPlan } from './sync-plan.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** What `openCardPage` writes on the page at Stripe. */
export type CardMetadata = { cardForOwnerKey: string; payerId: string }

export type AddedCard = { plan: string; outcome: CardOutcome; paid: Stripe.Invoice | null; statements: Statement[] }

/**
 * Somebody added a card for a team: from now on the plan is paid with it, also what is due, and the cards of whoever paid before are
 * removed. Running it again changes nothing, and neither does an older page whose event comes late. Null if it is no such page, or nothing
 * is paid any more.
 */
export async function takeOverPayment(reading: Reading, session: Stripe.Checkout.Session): Promise<AddedCard | null> {
  const { db, stripe } = reading
  const { cardForOwnerKey, payerId } = session.metadata ?? {}
  const { customer } = session
  if (session.status !== 'complete' || typeof session.setup_intent !== 'string' || typeof customer !== 'string') return null
  if (!cardForOwnerKey || !payerId) return null
  const live = await readFirst(
    db,
    db
      .select()
      .from(s)
      .where(and(eq(s.ownerKey, cardForOwnerKey), isLiveRow)),
  )
  const payer = await readFirst(db, db.select({ email: people.email }).from(people).where(eq(people.id, payerId)))
  if (!live || !payer) return null
  const plan = labelOf(live.planUid)
  const unused: AddedCard = { plan, outcome: 'unused', paid: null, statements: [] }
  if (!(await mayPay(db, live, payerId))) return unused
  const subscription = await callStripe(stripe.subscriptions.retrieve(live.id))
  if (Math.max(Number(subscription.metadata.cardAddedAt ?? 0), subscription.created) > session.created) return unused
  const card = await findCard(stripe, session.setup_intent, customer)
  if (card === null) return unused
  await callStripe(stripe.customers.update(customer, { email: payer.email, invoice_settings: { default_payment_method: card } }))
  // Whoever paid before may have stopped, and a new payer wants the plan to go on.
  const goesOn = live.payerId !== payerId && { cancel_at_period_end: false }
  const metadata = { payerId, cardAddedAt: String(session.created) }
  await callStripe(stripe.subscriptions.update(live.id, { default_payment_method: card, metadata, ...goesOn }))
  await detachCards(stripe, customer, card)
  const { outcome, paid } = await payWhatIsDue(stripe, session, { id: live.id, card })
  return {
    ...{ plan, outcome, paid },
    statements: [
      db
        .update(customers)
        .set({ payerId })
        .where(and(eq(customers.ownerKind, live.ownerKind), eq(customers.ownerId, live.ownerId))),
      ...(await syncPlan(reading, live.id)),
    ],
  }
}

/** Whether the person may still manage the plan. They were asked when they opened the page, which is open for a day. */
async function mayPay(db: Database, { ownerKind, ownerId, platform }: typeof s.$inferSelect, payerId: string): Promise<boolean> {
  const owner: PlanOwnerRef = ownerKind === 'team' ? { kind: 'team', id: ownerId } : { kind: 'user', id: ownerId, platform }
  try {
    await judgePlanRight(db, owner, payerId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The card that was added. Null if it was removed since. */
async function findCard(stripe: Stripe, intentId: string, customer: string): Promise<string | null> {
  const { payment_method: id } = await callStripe(stripe.setupIntents.retrieve(intentId))
  if (typeof id !== 'string') return null
  const card = await callStripe(stripe.paymentMethods.retrieve(id))
  return card.customer === customer ? id : null
}

/** Pays the newest invoice that is due, once for each page. */
async function payWhatIsDue(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  { id, card }: { id: string; card: string },
): Promise<Pick<AddedCard, 'outcome' | 'paid'>> {
  const { latest_invoice: latest } = await callStripe(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
  if (typeof latest !== 'object' || latest === null) return { outcome: 'saved', paid: null }
  if (latest.status === 'paid') {
    // The page was read before, by its event or by the person who came back.
    const isPaidSince = latest.amount_paid > 0 && (latest.status_transitions.paid_at ?? 0) >= session.created
    return isPaidSince ? { outcome: 'paid', paid: latest } : { outcome: 'saved', paid: null }
  }
  if (latest.status !== 'open') return { outcome: 'saved', paid: null }
  try {
    const idempotencyKey = `card-pays:${session.id}`
    const paid = await callStripe(stripe.invoices.pay(latest.id ?? '', { payment_method: card }, { idempotencyKey }))
    return { outcome: 'paid', paid }
  } catch (error) {
    // The bank said no, or wants to ask the owner of the card.
    if (isStripeError(error) && (error.statusCode === 402 || hasCode(error, 'invoice_payment_intent_requires_action')))
      return { outcome: 'declined', paid: null }
    throw error
  }
}
