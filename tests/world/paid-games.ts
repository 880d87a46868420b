import { and, eq } from 'drizzle-orm'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { leaveEvent } from '../../worker/events/change-joiner.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { joinEvent } from '../../worker/events/join-event.ts'
import { confirmOrder } from '../../worker/orders/confirm-order.ts'
import { createCoupon } from '../../worker/orders/coupons.ts'
import { giveCredit } from '../../worker/orders/give-credit.ts'
import type { Payer } from '../../worker/orders/order-page.ts'
import { payForSeats } from '../../worker/orders/pay.ts'
import { orders } from '../../worker/orders/schema.ts'
import { settleOrder } from '../../worker/orders/send-refunds.ts'
import { syncDisputesOf } from '../../worker/orders/sync-dispute.ts'
import { linkAccount } from '../../worker/payments/link-account.ts'
import type { MoneyContext } from '../../worker/payments/money-context.ts'
import { findAccountOf } from '../../worker/payments/payout-accounts.ts'
import { syncAccount } from '../../worker/payments/sync-account.ts'
import { readFirst, runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import type { Settings } from '../../worker/platform/settings.ts'
import { demoGameDefaults, readPlaces, toWhere } from './events.ts'
import { type DemoSandbox, openSandbox } from './sandbox.ts'

const clinicId = 'demo-paid-clinic'
const ticketNightId = 'demo-ticket-night'

/** Who has paid for the clinic. The last one left again and got the money back, the bank of another took it back, and one has credit. */
const players = ['demo-player', 'demo-person-003', 'demo-person-004', 'demo-person-005', 'demo-person-006']

/**
 * Opens a payout account for `demo-organizer` at the Stripe of the sandbox, which is not complete. Players join a game of `demo-host` and
 * pay for it as in the product. Needs the account of the host, which is active.
 */
export async function addPaidGames(db: Database): Promise<void> {
  const sandbox = await openSandbox(db)
  if (!sandbox) return
  const { settings, openAt } = sandbox
  const money = openAt(Date.now())
  await openAccount(money, 'demo-organizer')
  await addClinic(money)
  await addTicketNight(money)
  for (const playerId of players) await buySeat({ settings, money }, playerId, clinicId, { amount: 2000, currency: 'usd' })
  const last = players.at(-1) ?? ''
  await leaveEvent(db, Date.now(), last, clinicId)
  const order = await readFirst(db, db.select({ id: orders.id }).from(orders).where(eq(orders.payerId, last)))
  if (order) await runBatch(db, { refunded: await settleOrder(money, order.id) })
  await disputePayment(settings, money, 'demo-person-005')
  const credited = await readFirst(db, db.select({ id: orders.id }).from(orders).where(eq(orders.payerId, 'demo-person-004')))
  if (credited)
    await giveCredit(db, { ...money, now: Date.now() }, 'demo-host', credited.id, { amount: 500, idempotencyKey: 'demo-credit' })
}

/** The bank of a player takes a payment back, as with the button in the dashboard of the sandbox. */
async function disputePayment(settings: Settings, { db, stripe, ...money }: MoneyContext, payerId: string): Promise<void> {
  const order = await readFirst(db, db.select().from(orders).where(eq(orders.payerId, payerId)))
  if (!order?.paymentId) throw new Error(`${payerId} has paid for nothing.`)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(order.paymentId, {}, { stripeAccount: order.accountId })
  const form = { kind: 'dispute', account: order.accountId, id: String(charge) }
  await sendForm(`${settings.stripe?.sandboxUrl}/stripe/actions`, form)
  await runBatch(db, { disputed: await syncDisputesOf({ ...money, db, stripe, now: Date.now() }, order) })
}

const openAccount = async (money: MoneyContext, userId: string) => void (await linkAccount(money, userId, { type: 'NEW', country: 'US' }))

/** Opens a payout account for a host, who has told Stripe everything. */
export async function activateAccount({ settings, openAt }: DemoSandbox, now: number, userId: string): Promise<void> {
  const money = openAt(now)
  await openAccount(money, userId)
  const account = await findAccountOf(money.db, userId)
  if (!account) throw new Error(`${userId} has no payout account.`)
  await sendForm(`${settings.stripe?.sandboxUrl}/stripe/actions`, { kind: 'complete', id: account.stripeId })
  await runBatch(money.db, { synced: await syncAccount(money, account.stripeId) })
}

async function addClinic({ db }: MoneyContext): Promise<void> {
  const now = Date.now()
  const { courts } = await readPlaces(db)
  const date = dateText(Math.floor(now / day) + 9)
  await createEvent(db, { now, newId: () => clinicId }, 'demo-host', {
    form: {
      ...demoGameDefaults,
      activity: 'pickleball',
      ...{ title: 'Third-shot clinic with Coach Jo', where: toWhere(courts) },
      ...{ starts: `${date}T17:00`, ends: `${date}T19:00`, capacity: 8 },
      description: 'Two hours of drops, resets and feedback. Balls are there, bring your paddle.',
      pricing: { currency: 'usd', amount: 2500, early: { amount: 2000, days: 3 }, memberAmount: null, feeBy: 'host', refundHours: 24 },
    },
    repeat: null,
    publish: { when: 'now' },
    idempotencyKey: null,
  })
}

/** Has two kinds of tickets, and a coupon. */
async function addTicketNight({ db }: MoneyContext): Promise<void> {
  const now = Date.now()
  const { courts } = await readPlaces(db)
  const date = dateText(Math.floor(now / day) + 16)
  const context = { now, newId: () => ticketNightId }
  const tier = { memberAmount: null, seats: null }
  await createEvent(db, context, 'demo-host', {
    form: {
      ...demoGameDefaults,
      activity: 'pickleball',
      ...{ title: 'Round robin night', where: toWhere(courts) },
      ...{ starts: `${date}T19:00`, ends: `${date}T21:00`, capacity: 16 },
      description: 'Eight rounds with a new partner each time. Pizza afterwards.',
      pricing: {
        ...{ currency: 'usd', amount: 1200, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
        tiers: [
          { ...tier, id: 'adult', name: 'Adult', amount: 2000 },
          { ...tier, id: 'student', name: 'Student', amount: 1200, seats: 10 },
        ],
      },
    },
    repeat: null,
    publish: { when: 'now' },
    idempotencyKey: null,
  })
  const host = { hostId: 'demo-host', eventId: ticketNightId, now: context.now }
  await createCoupon(db, () => `${ticketNightId}-coupon`, host, {
    ...{ code: 'FRIENDS', percent: 25, amountOff: null, maxUses: 20, endsAt: null, isForSeries: false },
  })
}

export const payerOf = (userId: string): Payer => ({ id: userId, email: `${userId}@demo.test` })

/** `now` is for sales in the past. Otherwise the clock runs. */
type AtSandbox = { settings: Settings; money: MoneyContext; now?: number }

/** Joins a game and pays for the seats, or a part of them. A player who has paid in an earlier build does nothing. */
export async function buySeat(
  atSandbox: AtSandbox,
  playerId: string,
  eventId: string,
  seen: PayForSeat,
  guests: string[] = [],
): Promise<void> {
  const { money, now = Date.now() } = atSandbox
  const { db } = money
  if (await hasPaid(db, playerId, eventId)) return
  const context = { ...money, now }
  await joinEvent(db, { ...context, newId: () => crypto.randomUUID() }, playerId, eventId, {
    ...{ slotId: null, guests, answers: {}, orWait: false },
  })
  await payOnPage(atSandbox, playerId, await payForSeats(context, payerOf(playerId), eventId, seen))
}

export const hasPaid = async (db: Database, payerId: string, eventId: string): Promise<boolean> =>
  (await readFirst(
    db,
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.payerId, payerId), eq(orders.eventId, eventId), eq(orders.state, 'paid'))),
  )) !== undefined

/** Does what the page at Stripe does when the player presses Pay, and comes back. */
export async function payOnPage({ settings, money, now }: AtSandbox, payerId: string, url: string): Promise<void> {
  const location = await sendForm(url, { number: '4242424242424242', email: payerOf(payerId).email, name: 'Demo Payer' })
  const sessionId = new URL(location, settings.stripe?.sandboxUrl ?? undefined).searchParams.get('session_id')
  if (sessionId === null) throw new Error(`The sandbox took no payment of ${payerId}: ${location}`)
  await confirmOrder({ ...money, now: now ?? Date.now() }, payerId, sessionId)
}

/** Sends a form of a page of the sandbox. Returns where it leads. */
export async function sendForm(url: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}
