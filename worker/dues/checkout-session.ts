import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { duesPath } from '../../domain/dues/paths.ts'
import { hour } from '../../domain/time/spans.ts'
import { callStripe, toSeconds } from '../payments/call-stripe.ts'
import { expireSession } from '../payments/expire-session.ts'
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

/** Opens the page of a payment. A second request with the same words gets the same page. */
export const createSession = (stripe: Stripe, payment: CardPayment, { title, team, teamId, email, origin }: Shown) => {
  const metadata = { duePaymentId: payment.id, payerId: payment.userId }
  const name = `${title}, ${team}`
  const price = { currency: payment.currency, unit_amount: payment.amount, product_data: { name } }
  return callStripe(
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        customer_email: email,
        client_reference_id: payment.id,
        line_items: [{ quantity: 1, price_data: price }],
        metadata,
        payment_intent_data: { metadata, description: name, ...(payment.ourFee > 0 && { application_fee_amount: payment.ourFee }) },
        success_url: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}${duesPath(teamId)}`,
      },
      { stripeAccount: payment.accountId, idempotencyKey: `due:${payment.id}` },
    ),
  )
}

const expand = ['payment_intent.latest_charge']

export const readSession = (stripe: Stripe, { accountId }: CardPayment, id: string): Promise<Stripe.Checkout.Session> =>
  callStripe(stripe.checkout.sessions.retrieve(id, { expand }, { stripeAccount: accountId }))

/** The page of a payment, closed so that nobody can pay on it any more. Null if there never was one. */
export async function closeSession(stripe: Stripe, payment: CardPayment): Promise<Stripe.Checkout.Session | null> {
  const id = payment.sessionId ?? (await findLostSession(stripe, payment))
  const session = id === null ? null : await readSession(stripe, payment, id)
  return session?.status === 'open' ? expireSession(stripe, session.id, { expand }, { stripeAccount: payment.accountId }) : session
}

/** The answer with the page was lost, so we look whether there is one. */
async function findLostSession(stripe: Stripe, { id, accountId, createdAt }: CardPayment): Promise<string | null> {
  const created = { gte: toSeconds(createdAt) - 60, lte: toSeconds(createdAt + 24 * hour) }
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 }, { stripeAccount: accountId }))
    if (session.metadata?.duePaymentId === id) return session.id
  return null
}
