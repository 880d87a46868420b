import type * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import type { CustomerSession } from '../../domain/payments/contract.ts'
import { keyOfOwner, type PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { callStripe, isStripeError, toMillis } from './call-stripe.ts'
import { findLivePlan } from './change-plan.ts'
import { type CustomerOwner, ensureCustomer, findCustomer } from './customers.ts'
import type { MoneyContext } from './money-context.ts'
import { judgePayerRight, judgePlanRight } from './plan-rights.ts'
import type { CardMetadata } from './take-over-payment.ts'

type Person = { id: string; email: string }

/** A short key with which the browser of this person may see and use their own saved cards. */
export async function createCustomerSession(money: MoneyContext, person: Person): Promise<v.InferOutput<typeof CustomerSession>> {
  const customer = await ensureCustomer(money, { kind: 'user', id: person.id }, person)
  const session = await callStripe(money.stripe.customerSessions.create({ customer, components: { payment_element: { enabled: true } } }))
  return { customer, clientSecret: session.client_secret, expiresAt: toMillis(session.expires_at) }
}

/**
 * The page of Stripe's on which a person sees their cards and invoices. With the setting, it is the address that Stripe made for
 * everyone, where people sign in with the email that we fill in.
 */
export async function findPortal(money: MoneyContext, person: Person, owner: PlanOwnerRef): Promise<string> {
  await judgePayerRight(money.db, owner, person.id)
  const portalUrl = money.settings.stripe?.portalUrl
  if (portalUrl && owner.kind === 'user') {
    const url = new URL(portalUrl)
    url.searchParams.set('prefilled_email', person.email)
    return url.href
  }
  const customerOwner: CustomerOwner = { kind: owner.kind, id: owner.id }
  const found = await findCustomer(money.db, customerOwner)
  if (!found && owner.kind === 'team') throw new AppError('NoActiveSubscription')
  // Who pays for a team sees their own card there, so only they get the page.
  if (found && found.payerId !== person.id) throw new AppError('NotAllowed')
  const customer = found?.customerId ?? (await ensureCustomer(money, customerOwner, person))
  return (await openPortalSession(money, customer)).url
}

/** In live mode, Stripe refuses until somebody has saved the settings of the portal. It has no code for that, so its words tell. */
const isWithoutSettings = (error: unknown): boolean =>
  isStripeError(error) && error.statusCode === 400 && /default configuration has not been created/i.test(error.message)

async function openPortalSession({ stripe, origin }: MoneyContext, customer: string) {
  try {
    return await callStripe(stripe.billingPortal.sessions.create({ customer, return_url: `${origin}/settings?tab=payments` }))
  } catch (error) {
    if (!isWithoutSettings(error)) throw error
    logLine('error', 'portal-not-set-up', getErrorFields(error))
    throw new AppError('PortalNotSetUp', { cause: error })
  }
}

/** The page on which somebody adds a card for a team that was handed over to them. From then on they pay. */
export async function openCardPage(money: MoneyContext, person: Person, owner: PlanOwnerRef): Promise<string> {
  await judgePlanRight(money.db, owner, person.id)
  await findLivePlan(money, owner)
  const found = await findCustomer(money.db, owner)
  if (!found) throw new AppError('NoActiveSubscription')
  const session = await callStripe(
    money.stripe.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'hosted_page',
      currency: 'usd',
      customer: found.customerId,
      metadata: { cardForOwnerKey: keyOfOwner(owner), payerId: person.id } satisfies CardMetadata,
      success_url: `${money.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${money.origin}/settings?tab=payments`,
    }),
  )
  if (session.url === null) throw new AppError('PaymentsUnavailable')
  return session.url
}
