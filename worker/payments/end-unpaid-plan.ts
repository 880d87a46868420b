import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { labelOf } from '../../domain/payments/plans.ts'
import { graceDuration } from '../../domain/payments/subscription-states.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, hasCode } from './call-stripe.ts'
import { isToldOf, selectPlanNames } from './chase-payments.ts'
import { planSubscriptions as s } from './schema.ts'
import { syncPlan } from './sync-plan.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Ends a plan that nobody has paid for in two weeks, and says so. If it was paid meanwhile, it goes on. */
export async function endUnpaidPlan(reading: Reading, id: string): Promise<Statement[]> {
  const { db, stripe, now } = reading
  const unpaid = await readFirst(
    db,
    db
      .select({ id: s.id })
      .from(s)
      .where(and(eq(s.id, id), sql`${s.pastDueSince} <= ${now - graceDuration}`)),
  )
  const subscription = await callStripe(stripe.subscriptions.retrieve(id))
  if (unpaid && (subscription.status === 'past_due' || subscription.status === 'unpaid'))
    return storeEnd(reading, await callStripe(stripe.subscriptions.cancel(id, {}, { idempotencyKey: `end-unpaid:${id}` })))
  return storeEnd(reading, subscription)
}

/** Stores that a plan has ended, and tells its payer and the owner of the community if that is because it was not paid: also if Stripe ended it before we did. */
export const storePlanEnd = async (reading: Reading, id: string): Promise<Statement[]> =>
  storeEnd(reading, await callStripe(reading.stripe.subscriptions.retrieve(id)))

/** Reads a plan of which the sweep thinks that we have missed something. If Stripe does not know it, it is left alone until its next turn. */
export async function readPlanAgain(reading: Reading, id: string): Promise<Statement[]> {
  const { db, now } = reading
  const isRead = db
    .update(s)
    .set({ readAt: now })
    .where(and(eq(s.id, id), lt(s.readAt, now)))
  try {
    return [...(await storePlanEnd(reading, id)), isRead]
  } catch (error) {
    if (hasCode(error, 'resource_missing')) return [isRead]
    throw error
  }
}

async function storeEnd(reading: Reading, subscription: Stripe.Subscription): Promise<Statement[]> {
  const { db, now } = reading
  const { id, status } = subscription
  const isUnpaid = and(eq(s.id, id), isNotNull(s.pastDueSince))
  const plan = status === 'canceled' ? await readFirst(db, selectPlanNames(db).where(isUnpaid)) : undefined
  const stored = await syncPlan(reading, id, subscription)
  if (!plan) return stored
  const template = { name: 'plan-ended' as const, data: { plan: labelOf(plan.planUid), team: plan.team } }
  // It comes first: what is stored then no longer says that the plan was not paid, so nobody is told twice.
  const told = mailPerson(
    isToldOf(plan),
    { id: sql`${`plan-ended:${id}:`} || ${people.id}`, platform: plan.platform, template },
    { now, when: sql`EXISTS (SELECT 1 FROM ${s} WHERE ${isUnpaid})` },
  )
  return [told, ...stored]
}
