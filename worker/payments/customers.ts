import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { PlanOwnerKind } from '../../domain/payments/contract.ts'
import { people } from '../accounts/shared.ts'
import { readFirst, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { communities } from '../teams/shared.ts'
import { callStripe } from './call-stripe.ts'
import type { MoneyContext } from './money-context.ts'
import { stripeCustomers } from './schema.ts'

/** A person, or a team and the person who pays for it. */
export type CustomerOwner = { kind: PlanOwnerKind; id: string }

export const findCustomer = (db: Database, { kind, id }: CustomerOwner) =>
  readFirst(
    db,
    db
      .select({ customerId: stripeCustomers.customerId, payerId: stripeCustomers.payerId })
      .from(stripeCustomers)
      .where(and(eq(stripeCustomers.ownerKind, kind), eq(stripeCustomers.ownerId, id))),
  )

/**
 * Finds or creates the customer at Stripe. The key makes two requests at once get the same one. It has the email and the name, because
 * Stripe refuses a key that comes with other words than before.
 */
export async function ensureCustomer(
  { db, stripe, now }: MoneyContext,
  owner: CustomerOwner,
  payer: { id: string; email: string },
): Promise<string> {
  const found = await findCustomer(db, owner)
  if (found) return found.customerId
  const table = owner.kind === 'team' ? communities : people
  const name = owner.kind === 'team' ? communities.name : people.displayName
  const row = await readFirst(db, db.select({ name }).from(table).where(eq(table.id, owner.id)))
  const who = await deriveId('customer', owner.kind, owner.id, payer.email, row?.name ?? null)
  const { id: customerId } = await callStripe(
    stripe.customers.create(
      { email: payer.email, ...(row?.name && { name: row.name }), metadata: { ownerKind: owner.kind, ownerId: owner.id } },
      { idempotencyKey: `customer:${who}` },
    ),
  )
  const inserted = { ownerKind: owner.kind, ownerId: owner.id, customerId, payerId: payer.id, createdAt: now }
  await write(db, db.insert(stripeCustomers).values(inserted).onConflictDoNothing())
  return (await findCustomer(db, owner))?.customerId ?? customerId
}

/** Removes the saved cards of a customer, but for this one. */
export async function detachCards(stripe: Stripe, customerId: string, kept?: string): Promise<void> {
  const { data } = await callStripe(stripe.customers.listPaymentMethods(customerId, { limit: 100 }))
  for (const { id } of data) if (id !== kept) await callStripe(stripe.paymentMethods.detach(id))
}
