import { and, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { graceDuration } from '../../domain/payments/subscription-states.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe } from './call-stripe.ts'
import { labelOf, selectPlanNames } from './chase-payments.ts'
import { planSubscriptions as s } from './schema.ts'
import { syncPlan } from './sync-plan.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Ends a plan that nobody has paid for in two weeks, and says so. If it was paid meanwhile, it goes on. */
export async function endUnpaidPlan(reading: Reading, id: string): Promise<Statement[]> {
  const { db, stripe, now } = reading
  const { status } = await callStripe(stripe.subscriptions.retrieve(id))
  const isOver = sql`${s.pastDueSince} <= ${now - graceDuration}`
  const plan = await readFirst(db, selectPlanNames(db).where(and(eq(s.id, id), isOver)))
  if (!plan || (status !== 'past_due' && status !== 'unpaid')) return syncPlan(reading, id)
  const ended = await callStripe(stripe.subscriptions.cancel(id, {}, { idempotencyKey: `end-unpaid:${id}` }))
  const template = { name: 'plan-ended' as const, data: { plan: labelOf(plan.planUid), team: plan.team } }
  return [
    ...(await syncPlan(reading, id, ended)),
    mailPerson(sql`${people.id} = ${plan.payerId}`, { id: `plan-ended:${id}`, platform: plan.platform, template }, { now }),
  ]
}
