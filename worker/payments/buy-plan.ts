import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangePreview, CreateSubscription, PreviewChange, SubscriptionItem } from '../../domain/payments/contract.ts'
import { keyOfOwner, keysOfPerson, type PlanOwnerRef, planListOf } from '../../domain/payments/plan-owner.ts'
import { findPlan, isPaid, type PaidPlan, planLists, priceIdOf } from '../../domain/payments/plans.ts'
import { trialDays } from '../../domain/payments/subscription-states.ts'
import { hour } from '../../domain/time/spans.ts'
import { loadConfig } from '../config/queries.ts'
import { readFirst, write } from '../platform/batch.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { callStripe, isOtherRequest } from './call-stripe.ts'
import { changePlan, previewChange } from './change-plan.ts'
import { ensureCustomer } from './customers.ts'
import { expireSession } from './expire-session.ts'
import { judgeClaims } from './judge-claims.ts'
import type { MoneyContext } from './money-context.ts'
import { ensurePrice } from './plan-prices.ts'
import { judgePlanRight } from './plan-rights.ts'
import { planCheckouts, planSubscriptions as s } from './schema.ts'
import { storePlan } from './store-plan.ts'
import { isLiveRow, metadataOf } from './sync-plan.ts'

type Buyer = { id: string; email: string }

/**
 * Starts a plan, and returns the address of the page on which it is paid. A team that has a paid plan changes its live subscription
 * instead, so nobody is ever billed twice. The person who buys names a plan and whose it is; all the rest is ours.
 */
export async function buyPlan(money: MoneyContext, buyer: Buyer, { items, ...said }: CreateSubscription): Promise<{ url: string | null }> {
  const [item] = items
  if (!item) throw new AppError('PlanNotFound')
  const { plan, owner } = readItem(money, buyer, item)
  if (!(await loadConfig(money.db, money.settings)).subscriptionsEnabled) throw new AppError('SubscriptionsOff')
  await judgePlanRight(money.db, owner, buyer.id)
  for (const claims of [said, item]) judgeClaims(money, claims, oursOf(plan, buyer))
  if (item.name !== undefined && item.name !== plan.label) throw new AppError('OfferChanged')
  const priceId = await ensurePrice(money, plan)
  if (item.type === 'CHANGE_TEAM_SUBSCRIPTION') {
    await changePlan(money, owner, { priceId, prorationDate: item.prorationDate, userId: buyer.id })
    return { url: null }
  }
  return { url: await openCheckout(money, buyer, owner, plan, priceId) }
}

function readItem(
  { platform }: MoneyContext,
  buyer: { id: string },
  { id, teamId, type }: Pick<SubscriptionItem, 'id' | 'teamId' | 'type'>,
): { plan: PaidPlan; owner: PlanOwnerRef } {
  const plan = findPlan(id)
  if (!plan) throw new AppError('PlanNotFound')
  const owner: PlanOwnerRef | null =
    type === 'USER'
      ? { kind: 'user', id: buyer.id, platform }
      : teamId !== null && (type === 'TEAMS' || type === 'CHANGE_TEAM_SUBSCRIPTION')
        ? { kind: 'team', id: teamId }
        : null
  if (!owner || !isPaid(plan) || !planLists[planListOf(owner)].includes(plan)) throw new AppError('PlanNotForSubject')
  return { plan, owner }
}

/** What a change of plan would cost. Nothing is stored or charged. */
export async function previewPlan(
  money: MoneyContext,
  buyer: { id: string },
  { id, teamId, ...said }: PreviewChange,
): Promise<ChangePreview> {
  const { plan, owner } = readItem(money, buyer, { id, teamId, type: 'CHANGE_TEAM_SUBSCRIPTION' })
  await judgePlanRight(money.db, owner, buyer.id)
  judgeClaims(money, said, oursOf(plan, buyer))
  return previewChange(money, owner, plan, await ensurePrice(money, plan))
}

const oursOf = (plan: PaidPlan, { id }: { id: string }) => ({ uid: id, cost: plan.price.amount, subscriptionPriceId: priceIdOf(plan) })

/** A page at Stripe is open for a day. We open another one a little earlier. */
const checkoutLifetime = 23 * hour

async function openCheckout(money: MoneyContext, buyer: Buyer, owner: PlanOwnerRef, plan: PaidPlan, priceId: string): Promise<string> {
  const { db, stripe, now, platform, origin } = money
  const ownerKey = keyOfOwner(owner)
  const earlier = await readFirst(
    db,
    selectFields(
      { isLive: computed(isLiveRow, asBoolean) },
      sql`FROM ${s} WHERE ${s.ownerKey} = ${ownerKey} ORDER BY ${isLiveRow} DESC LIMIT 1`,
    ),
  )
  if (earlier?.isLive) throw new AppError('PlanIsCurrent')
  const customer = await ensureCustomer(money, owner, buyer)
  await leaveOtherSites(money, customer, owner)
  const open = await findCheckout(money, ownerKey)
  const isSame = open && open.planUid === plan.uid && open.payerId === buyer.id && now - open.createdAt < checkoutLifetime
  if (open && !isSame) await closeCheckout(money, customer, open)
  const metadata = metadataOf(owner, platform, buyer.id)
  const isFirst = owner.kind === 'team' && !earlier
  const openPage = async (key: string) => {
    const session = await callStripe(
      stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          ui_mode: 'hosted_page',
          customer,
          client_reference_id: ownerKey,
          line_items: [{ price: priceId, quantity: 1 }],
          metadata,
          subscription_data: { metadata, ...(isFirst && { trial_period_days: trialDays }) },
          success_url: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${origin}/settings?tab=payments`,
        },
        { idempotencyKey: `plan-checkout:${key}` },
      ),
    )
    if (session.url === null) throw new AppError('PaymentsUnavailable')
    return { id: session.id, url: session.url }
  }
  const { key, isNew } = await takeCheckout(money, ownerKey, plan, buyer)
  try {
    const page = await openPage(key)
    // Stripe answers an earlier key as it did then, also if the page was paid on or has ended since.
    if (isNew || (await isOpen(stripe, page.id))) return page.url
  } catch (error) {
    // The page that is open leads back to our other platform.
    if (!isOtherRequest(error)) throw error
  }
  await closeCheckout(money, customer, { ownerKey, id: key })
  return (await openPage((await takeCheckout(money, ownerKey, plan, buyer)).key)).url
}

/** The plan of a person counts on both platforms, so nobody pays for it twice. */
async function leaveOtherSites(money: MoneyContext, customer: string, owner: PlanOwnerRef): Promise<void> {
  if (owner.kind === 'team') return
  for (const key of keysOfPerson(owner.id).filter((each) => each !== keyOfOwner(owner))) {
    const open = await findCheckout(money, key)
    if (open) await closeCheckout(money, customer, open, 'PlanOnOtherSite')
    if (await hasLivePlan(money, key)) throw new AppError('PlanOnOtherSite')
  }
}

async function hasLivePlan({ db }: MoneyContext, ownerKey: string): Promise<boolean> {
  const isLive = and(eq(s.ownerKey, ownerKey), isLiveRow)
  return (await readFirst(db, db.select({ id: s.id }).from(s).where(isLive))) !== undefined
}

const isOpen = async (stripe: MoneyContext['stripe'], sessionId: string): Promise<boolean> =>
  (await callStripe(stripe.checkout.sessions.retrieve(sessionId))).status === 'open'

/** Returns the key of the page of this plan. Two requests at once use the row of the first, so both get the same page. */
async function takeCheckout(money: MoneyContext, ownerKey: string, plan: PaidPlan, buyer: Buyer): Promise<{ key: string; isNew: boolean }> {
  const { db, newId, now } = money
  const row = { ownerKey, id: newId(), planUid: plan.uid, payerId: buyer.id, createdAt: now }
  await write(db, db.insert(planCheckouts).values(row).onConflictDoNothing())
  const checkout = await findCheckout(money, ownerKey)
  if (!checkout || checkout.planUid !== plan.uid || checkout.payerId !== buyer.id) throw new AppError('OfferChanged')
  return { key: checkout.id, isNew: checkout.id === row.id }
}

const findCheckout = ({ db }: MoneyContext, ownerKey: string) =>
  readFirst(db, db.select().from(planCheckouts).where(eq(planCheckouts.ownerKey, ownerKey)))

/** Ends the pages on which somebody could still pay for another plan of this owner. Whoever has just paid there has a plan. */
async function closeCheckout(
  money: MoneyContext,
  customer: string,
  { ownerKey, id }: { ownerKey: string; id: string },
  ifPaid: 'PlanIsCurrent' | 'PlanOnOtherSite' = 'PlanIsCurrent',
): Promise<void> {
  const { db, stripe } = money
  const { data } = await callStripe(stripe.checkout.sessions.list({ customer, limit: 100 }))
  for (const listed of data.filter((one) => one.client_reference_id === ownerKey)) {
    const session = listed.status === 'open' ? await expireSession(stripe, listed.id) : listed
    if (session.status === 'complete' && typeof session.subscription === 'string') await storePlan(money, session.subscription)
  }
  if (await hasLivePlan(money, ownerKey)) throw new AppError(ifPaid)
  await write(db, db.delete(planCheckouts).where(and(eq(planCheckouts.ownerKey, ownerKey), eq(planCheckouts.id, id))))
}
