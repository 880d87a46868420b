import type Stripe from 'stripe'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import type { Statement } from '../platform/batch.ts'
import { callStripe, toSeconds } from './call-stripe.ts'
import { expireSession } from './expire-session.ts'

type Line = { name: string; amount: number }

type Checkout = {
  /** The row of ours that is paid. */
  id: string
  accountId: string
  currency: string
  email: string
  lines: readonly Line[]
  description: string
  /** What we keep. */
  ourFee: number
  metadata: Record<string, string>
  /** Without it, the page can be paid on for a day. */
  expiresAt?: number
  successUrl: string
  cancelUrl: string
  idempotencyKey: string
}

/** Opens a page at Stripe that takes money on the account of a host. A second request with the same words gets the same page. */
export const createPage = (stripe: Stripe, { accountId, currency, metadata, ourFee, expiresAt, ...page }: Checkout) =>
  callStripe(
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        customer_email: page.email,
        client_reference_id: page.id,
        line_items: page.lines.map(({ name, amount }) => ({
          quantity: 1,
          price_data: { currency, unit_amount: amount, product_data: { name } },
        })),
        metadata,
        payment_intent_data: { metadata, description: page.description, ...(ourFee > 0 && { application_fee_amount: ourFee }) },
        ...(expiresAt !== undefined && { expires_at: toSeconds(expiresAt) }),
        success_url: page.successUrl,
        cancel_url: page.cancelUrl,
      },
      { stripeAccount: accountId, idempotencyKey: page.idempotencyKey },
    ),
  )

/** A row of ours about a page at Stripe on the account of a host. */
export type HostPage = { id: string; accountId: string; sessionId: string | null; createdAt: number }

const expand = ['payment_intent.latest_charge']

export const readPage = (stripe: Stripe, { accountId }: Pick<HostPage, 'accountId'>, id: string): Promise<Stripe.Checkout.Session> =>
  callStripe(stripe.checkout.sessions.retrieve(id, { expand }, { stripeAccount: accountId }))

/** How to find a page whose address we never learned: the metadata that names our row, and how long such a page lives. */
type Lost = { name: string; lifetime: number }

/** A page, closed so that nobody can pay on it any more. Null if there never was one. */
export async function closeHostPage(stripe: Stripe, page: HostPage, lost: Lost): Promise<Stripe.Checkout.Session | null> {
  const id = page.sessionId ?? (await findLostPage(stripe, page, lost))
  const session = id === null ? null : await readPage(stripe, page, id)
  return session?.status === 'open' ? expireSession(stripe, session.id, { expand }, { stripeAccount: page.accountId }) : session
}

/** The answer with the page was lost, so we look whether there is one. */
async function findLostPage(stripe: Stripe, { id, accountId, createdAt }: HostPage, { name, lifetime }: Lost): Promise<string | null> {
  const created = { gte: toSeconds(createdAt) - 60, lte: toSeconds(createdAt + lifetime) }
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 }, { stripeAccount: accountId }))
    if (session.metadata?.[name] === id) return session.id
  return null
}

/** 'pending': a bank has not confirmed the payment yet. */
export type SessionOutcome = 'paid' | 'pending' | 'open' | 'ended'

export function outcomeOf(session: Stripe.Checkout.Session | null): SessionOutcome {
  if (session === null || session.status === 'expired') return 'ended'
  if (session.status !== 'complete') return 'open'
  if (session.payment_status !== 'unpaid') return 'paid'
  const intent = session.payment_intent
  const isOver =
    typeof intent === 'object' && intent !== null && (intent.status === 'requires_payment_method' || intent.status === 'canceled')
  return isOver ? 'ended' : 'pending'
}

/** What a person who comes back from a page is told. */
export const resultStates: Record<SessionOutcome, PaymentResult['state']> = { paid: 'paid', pending: 'open', open: 'open', ended: 'failed' }

/** How a page is, and what must be stored of it. */
export type ReadPage = { outcome: SessionOutcome; statements: Statement[] }

/** A page that was read or closed. If a bank decides later, Stripe tells us. */
export function readOutcome(
  session: Stripe.Checkout.Session | null,
  ifPaid: (session: Stripe.Checkout.Session) => Statement[],
  ifEnded: Statement,
): ReadPage {
  const outcome = outcomeOf(session)
  if (session && outcome === 'paid') return { outcome, statements: ifPaid(session) }
  return { outcome, statements: outcome === 'ended' ? [ifEnded] : [] }
}

/** What tells of a payment. */
export type PaidSession = {
  id: string | null
  payment_intent: string | { id: string; latest_charge: string | { amount_refunded: number } | null } | null
}

/** The id of a payment at Stripe. */
export const paymentIdOf = ({ payment_intent: intent }: PaidSession): string | null =>
  typeof intent === 'string' ? intent : (intent?.id ?? null)

/** The host was faster, and has given something back at Stripe. If we do not know, we look. */
export function mayBePartlyBack({ payment_intent: intent }: PaidSession): boolean {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  return typeof charge !== 'object' || charge === null || charge.amount_refunded > 0
}
