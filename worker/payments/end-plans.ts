import { and, eq, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { keyOfOwner } from '../../domain/payments/plan-owner.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, readAll, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, hasCode } from './call-stripe.ts'
import { type CustomerOwner, detachCards, findCustomer } from './customers.ts'
import { expireSession } from './expire-session.ts'
import { stripeCustomers as c, planCheckouts, planSubscriptions as s } from './schema.ts'
import { isLiveRow, syncPlan } from './sync-plan.ts'

/** For the batch that deletes a team or a person: a job ends their plans at Stripe. Who was never there needs none. */
export const queueEndOfPlans = ({ kind, id }: CustomerOwner, now: number, when: SQL = sql`true`): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT ${`end-plans:${kind}:${id}:${now}`} AS id, json_object('kind', 'end-plans', 'ownerKind', ${kind}, 'ownerId', ${id}) AS body
      FROM ${c} WHERE ${kind === 'team' ? and(eq(c.ownerKind, kind), eq(c.ownerId, id)) : eq(c.payerId, id)} AND ${when} LIMIT 1`,
    { now },
  )

type Reading = { db: Database; stripe: Stripe; now: number }

/**
 * Ends the plans of a deleted team or person at once, and the pages on which somebody could still pay for one. Returns the statements that
 * store it. Running it again changes nothing.
 */
export async function endPlans(reading: Reading, { ownerKind, ownerId }: MoneyWorkOf<'end-plans'>): Promise<Statement[]> {
  const { db, stripe } = reading
  const owner: CustomerOwner = { kind: ownerKind, id: ownerId }
  const customer = await findCustomer(db, owner)
  const ended = customer ? await endAtStripe(reading, owner, customer.customerId) : []
  if (ownerKind === 'team')
    return [...ended, db.delete(planCheckouts).where(eq(planCheckouts.ownerKey, keyOfOwner({ kind: 'team', id: ownerId })))]
  await stopPayingForTeams(reading, ownerId)
  if (customer) await deleteCustomer(stripe, customer.customerId)
  return [...ended, db.delete(c).where(and(eq(c.ownerKind, 'user'), eq(c.ownerId, ownerId)))]
}

async function endAtStripe(reading: Reading, owner: CustomerOwner, customer: string): Promise<Statement[]> {
  const { db, stripe } = reading
  const sessions = await callStripe(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
  for (const { id } of sessions.data) await expireSession(stripe, id)
  // What was paid in this moment is in the list.
  const { data } = await callStripe(stripe.subscriptions.list({ customer, limit: 100 }))
  const statements: Statement[] = []
  for (const { id } of data) statements.push(...(await syncPlan(reading, id, await callStripe(stripe.subscriptions.cancel(id)))))
  const isOwn = and(eq(s.ownerKind, owner.kind), eq(s.ownerId, owner.id), isLiveRow)
  const stored = await readAll(db, db.select({ id: s.id }).from(s).where(isOwn))
  // An earlier try ended these.
  for (const { id } of stored) if (!data.some((listed) => listed.id === id)) statements.push(...(await syncPlan(reading, id)))
  return statements
}

/** The cards of a deleted person must not pay for a team any longer. It keeps its plan until the next payment fails. */
async function stopPayingForTeams({ db, stripe }: Reading, userId: string): Promise<void> {
  const isPayer = and(eq(c.payerId, userId), eq(c.ownerKind, 'team'))
  for (const { customerId } of await readAll(db, db.select({ customerId: c.customerId }).from(c).where(isPayer))) {
    await detachCards(stripe, customerId)
    await callStripe(stripe.customers.update(customerId, { email: '' }))
  }
}

async function deleteCustomer(stripe: Stripe, customer: string): Promise<void> {
  try {
    await callStripe(stripe.customers.del(customer))
  } catch (error) {
    if (!hasCode(error, 'resource_missing')) throw error
  }
}
