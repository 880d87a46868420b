import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { duesPath } from '../../domain/dues/paths.ts'
import { day } from '../../domain/time/spans.ts'
import { closeHostPage, createPage } from '../payments/checkout-pages.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { duePayments } from './schema.ts'

type DuePayment = typeof duePayments.$inferSelect
/** What was paid, or is being paid, on a page at Stripe. */
export type CardPayment = DuePayment & { payeeId: string; accountId: string }

/** Stripe knows nothing of what was noted by hand. */
export const asCardPayment = (row: DuePayment | undefined): CardPayment | null => {
  if (!row) return null
  const { payeeId, accountId } = row
  return payeeId === null || accountId === null ? null : { ...row, payeeId, accountId }
}

export const findDuePayment = async (db: Database, id: string): Promise<CardPayment | null> =>
  asCardPayment(await readFirst(db, db.select().from(duePayments).where(eq(duePayments.id, id))))

export const findDueOfSession = async (db: Database, sessionId: string): Promise<CardPayment | null> =>
  asCardPayment(await readFirst(db, db.select().from(duePayments).where(eq(duePayments.sessionId, sessionId))))

type Shown = { title: string; team: string; teamId: string; email: string; origin: string }

/** Opens the page of a payment. */
export const createSession = (stripe: Stripe, payment: CardPayment, { title, team, teamId, email, origin }: Shown) => {
  const { id, accountId, currency, ourFee, amount } = payment
  const name = `${title}, ${team}`
  return createPage(stripe, {
    ...{ id, accountId, currency, email, ourFee, description: name, lines: [{ name, amount }] },
    metadata: { duePaymentId: id, payerId: payment.userId },
    successUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}${duesPath(teamId)}`,
    idempotencyKey: `due:${id}`,
  })
}

/** The page of a payment, closed so that nobody can pay on it any more. Null if there never was one. */
export const closeSession = (stripe: Stripe, payment: CardPayment): Promise<Stripe.Checkout.Session | null> =>
  closeHostPage(stripe, payment, { name: 'duePaymentId', lifetime: day })
