import { and, eq, sql } from 'drizzle-orm'
import { dateText } from '../../domain/time/clock.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { leaveEvent } from '../../worker/events/change-joiner.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { cleanEventCells } from '../../worker/events/reminders.ts'
import { countTallies } from '../../worker/events/tallies.ts'
import { orders } from '../../worker/orders/schema.ts'
import { settleOrder } from '../../worker/orders/send-refunds.ts'
import { moveStripeClock } from '../../worker/payments/move-stripe-clock.ts'
import { readFirst, runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'
import { demoGameDefaults, readPlaces, toWhere } from './events.ts'
import { activateAccount, buySeat } from './paid-games.ts'
import type { DemoSandbox } from './sandbox.ts'

const amount = 1800
const buyers = crowdIds.slice(120)
/**
 * Counted from the last midnight, when Stripe pays out what was paid two days before. The money arrives a day later, so the last payout is
 * still on its way.
 */
const games = [
  { id: 'demo-sold-drills', title: 'Drills and dinks', soldDaysAgo: 16, daysAgo: 11, players: buyers.slice(0, 4), leaver: null },
  { id: 'demo-sold-doubles', title: 'Doubles with a coach', soldDaysAgo: 12, daysAgo: 6, players: buyers.slice(2, 7), leaver: buyers[6] },
  { id: 'demo-sold-ladder', title: 'Ladder evening', soldDaysAgo: 2.5, daysAgo: 2, players: buyers.slice(5, 8), leaver: null },
] as const
const accountDaysAgo = 18
const hostId = 'demo-host'

/**
 * Sells games of `demo-host` in the past of Stripe's clock, so the account has payouts: in one of them, a player who left has the money
 * back. Needs the plans, the crowd and the places, and the clock of the sandbox before all of this.
 */
export async function addPastSales(db: Database, sandbox: DemoSandbox, now: number): Promise<void> {
  const startedAt = now - accountDaysAgo * day
  await moveStripeClock(sandbox.settings, startedAt)
  await activateAccount(sandbox, startedAt, hostId)
  for (const game of games) await sellGame(db, sandbox, now, game)
  const ids = games.map(({ id }) => id)
  await runStatements(db, [
    // Nobody is told of it now.
    sql`DELETE FROM outbox WHERE queue <> 'money' AND created_at BETWEEN ${startedAt} AND ${now - day}`,
  ])
  await cleanEventCells(db, now)
  await countTallies(db, ids, now)
}

async function sellGame(db: Database, sandbox: DemoSandbox, now: number, game: (typeof games)[number]): Promise<void> {
  const { id, title, soldDaysAgo, daysAgo, players, leaver } = game
  const today = Math.floor(now / day)
  const soldAt = (today - soldDaysAgo) * day
  await moveStripeClock(sandbox.settings, soldAt)
  const { courts } = await readPlaces(db)
  const date = dateText(today - daysAgo)
  await createEvent(db, { now: soldAt, newId: () => id }, hostId, {
    form: {
      ...demoGameDefaults,
      ...{ activity: 'pickleball', title, where: toWhere(courts), teamId: 'sunset-smashers', capacity: 8 },
      ...{ starts: `${date}T18:00`, ends: `${date}T20:00` },
      pricing: { currency: 'usd', amount, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
    },
    ...{ repeat: null, publish: { when: 'now' }, idempotencyKey: null },
  })
  const money = sandbox.openAt(soldAt)
  for (const playerId of players) await buySeat({ ...sandbox, money, now: soldAt }, playerId, id, { amount, currency: 'usd' })
  if (!leaver) return
  // The money of the others is there by then, so it goes back at once.
  const leftAt = soldAt + 2 * day + minute
  await moveStripeClock(sandbox.settings, leftAt)
  await leaveEvent(db, leftAt, leaver, id)
  const order = await readFirst(
    db,
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.payerId, leaver), eq(orders.eventId, id))),
  )
  if (order) await runBatch(db, { refunded: await settleOrder({ ...money, now: leftAt }, order.id) })
}
