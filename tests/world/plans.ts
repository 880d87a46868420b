import { sql } from 'drizzle-orm'
import type { PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { findPlan, isPaid } from '../../domain/payments/plans.ts'
import { day } from '../../domain/time/spans.ts'
import { ensureCustomer, findCustomer } from '../../worker/payments/customers.ts'
import type { MoneyContext } from '../../worker/payments/money-context.ts'
import { moveStripeClock } from '../../worker/payments/move-stripe-clock.ts'
import { ensurePrice } from '../../worker/payments/plan-prices.ts'
import { storePlan } from '../../worker/payments/store-plan.ts'
import { syncInvoice } from '../../worker/payments/sync-invoice.ts'
import { metadataOf } from '../../worker/payments/sync-plan.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import type { Settings } from '../../worker/platform/settings.ts'
import { endPastSales, openPastAccount, pastGames, sellPastGame, soldAt } from './past-sales.ts'
import { openSandbox } from './sandbox.ts'

type DemoPlan = { owner: PlanOwnerRef; payer: { id: string; email: string }; planUid: string; boughtDaysAgo: number; trialDays?: number }

const accountDaysAgo = 90

const plans: readonly DemoPlan[] = [
  {
    owner: { kind: 'team', id: 'sunset-smashers' },
    payer: { id: 'demo-host', email: 'host@demo.test' },
    planUid: 'varsity-200',
    boughtDaysAgo: 100,
    trialDays: 14,
  },
  {
    owner: { kind: 'user', id: 'demo-player', platform: 'gth' },
    payer: { id: 'demo-player', email: 'player@demo.test' },
    planUid: 'gth-users-member-plus',
    boughtDaysAgo: 40,
  },
  {
    owner: { kind: 'team', id: 'round-rock-dinks' },
    payer: { id: 'demo-host', email: 'host@demo.test' },
    planUid: 'pro-50',
    boughtDaysAgo: 20,
  },
]

/**
 * Buys the plans of the demo world at the Stripe of the sandbox, and stores them and their invoices as the product does. The clock of
 * that Stripe starts in the past, so invoices of past months come from renewals, and what is sold in that time is paid out. Without a
 * sandbox, or with keys of the real Stripe, everybody has the free plan. Needs the teams, the communities, the crowd and the places.
 */
export async function addPlans(db: Database, now: number): Promise<void> {
  const sandbox = await openSandbox(db)
  if (!sandbox) return
  const { settings, openAt } = sandbox
  const buyAt = async (time: number, plan: DemoPlan) => {
    await buy(openAt(time), plan)
    await store(openAt(time), plan)
  }
  const startedAt = now - accountDaysAgo * day
  const past: { at: number; run: (time: number) => Promise<void> }[] = [
    ...plans.map((plan) => ({ at: now - plan.boughtDaysAgo * day, run: (time: number) => buyAt(time, plan) })),
    { at: startedAt, run: (time) => openPastAccount(sandbox, time) },
    ...pastGames.map((game) => ({ at: soldAt(game, now), run: () => sellPastGame(db, sandbox, now, game) })),
  ]
  // The clock of Stripe only goes forward.
  past.sort((a, b) => a.at - b.at)
  await startStripeClock(settings, past[0]?.at ?? now)
  for (const { at, run } of past) {
    await moveStripeClock(settings, at)
    await run(at)
  }
  await endPastSales(db, startedAt, now)
  // Building the world takes time, and Stripe must not be late for the product.
  const present = Date.now()
  await moveStripeClock(settings, present)
  for (const plan of plans) await store(openAt(present), plan)
}

/** The clock goes back only while the books are empty. If an earlier build was interrupted, it goes on from where it is. */
async function startStripeClock({ stripe }: Settings, time: number): Promise<void> {
  const answer = await fetch(`${stripe?.sandboxUrl}/stripe/clock`, {
    method: 'POST',
    body: JSON.stringify({ seconds: Math.floor((time - Date.now()) / 1000) }),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok && answer.status !== 409) throw new Error(`The clock of the sandbox answered ${answer.status}: ${await answer.text()}`)
}

/** Does what the page at Stripe does: it keeps a card and starts the subscription. */
async function buy(money: MoneyContext, { owner, payer, planUid, trialDays }: DemoPlan): Promise<void> {
  const { stripe, platform } = money
  const plan = findPlan(planUid)
  if (!plan || !isPaid(plan)) throw new Error(`The demo world wants a plan that we do not sell: ${planUid}`)
  const customer = await ensureCustomer(money, owner, payer)
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 1 })
  if (data.length > 0) return
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
  await stripe.subscriptions.create({
    customer,
    items: [{ price: await ensurePrice(money, plan) }],
    metadata: metadataOf(owner, platform, payer.id),
    ...(trialDays !== undefined && { trial_period_days: trialDays }),
  })
}

async function store(money: MoneyContext, { owner }: DemoPlan): Promise<void> {
  const { db, stripe } = money
  const customer = (await findCustomer(db, owner))?.customerId
  if (customer === undefined) throw new Error(`The demo world has bought no plan for ${owner.id}.`)
  const subscriptions = await stripe.subscriptions.list({ customer, status: 'all', limit: 10 })
  for (const { id } of subscriptions.data) await storePlan(money, id)
  const invoices = await stripe.invoices.list({ customer, limit: 10 })
  for (const { id } of invoices.data) {
    await runBatch(db, {
      stored: await syncInvoice(money, id),
      // Nobody gets the receipt now.
      unsent: sql`DELETE FROM outbox WHERE id = ${`plan-receipt:${id}`}`,
    })
  }
}
