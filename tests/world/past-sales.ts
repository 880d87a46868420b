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
export const pastGames = [
  { id: 'demo-sold-opening', title: 'Opening rally', soldDaysAgo: 80, daysAgo: 74, players: buyers.slice(1, 6), leaver: null },
  { id: 'demo-sold-autumn', title: 'Autumn doubles', soldDaysAgo: 47, daysAgo: 43, players: buyers.slice(0, 7), leaver: null },
  { id: 'demo-sold-drills', title: 'Drills and dinks', soldDaysAgo: 16, daysAgo: 11, players: buyers.slice(0, 4), leaver: null },
  { id: 'demo-sold-doubles', title: 'Doubles with a coach', soldDaysAgo: 12, daysAgo: 6, players: buyers.slice(2, 7), leaver: buyers[6] },
  { id: 'demo-sold-ladder', title: 'Ladder evening', soldDaysAgo: 2.5, daysAgo: 2, players: buyers.slice(5, 8), leaver: null },
] as const
const hostId = 'demo-host'

type PastGame = (typeof pastGames)[number]

export const soldAt = ({ soldDaysAgo }: PastGame, now: number): number => (Math.floor(now / day) - soldDaysAgo) * day

/** Opens the account of `demo-host` in the past of Stripe's clock, which stands at `time`, so that what is sold from then on is paid out. */
export const openPastAccount = (sandbox: DemoSandbox, time: number): Promise<void> => activateAccount(sandbox, time, hostId)

/** After all past sales: nobody is told of them now. */
export async function endPastSales(db: Database, since: number, now: number): Promise<void> {
  await runStatements(db, [sql`DELETE FROM outbox WHERE queue <> 'money' AND created_at BETWEEN ${since} AND ${now - day}`])
  await cleanEventCells(db, now)
  await countTallies(
    db,
    pastGames.map(({ id }) => id),
    now,
  )
}

/**
 * Sells a game of `demo-host` in the past, at which Stripe's clock stands. A player who left has the money back. Needs the account, the crowd and the
 * places.
 */
export async function sellPastGame(db: Database, sandbox: DemoSandbox, now: number, game: PastGame): Promise<void> {
  const { id, title, daysAgo, players, leaver } = game
  const sold = soldAt(game, now)
  const { courts } = await readPlaces(db)
  const date = dateText(Math.floor(now / day) - daysAgo)
  await createEvent(db, { now: sold, newId: () => id }, hostId, {
    form: {
      ...demoGameDefaults,
      ...{ activity: 'pickleball', title, where: toWhere(courts), teamId: 'sunset-smashers', capacity: 8 },
      ...{ starts: `${date}T18:00`, ends: `${date}T20:00` },
      pricing: { currency: 'usd', amount, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
    },
    ...{ repeat: null, publish: { when: 'now' }, idempotencyKey: null },
  })
  const money = sandbox.openAt(sold)
  for (const playerId of players) await buySeat({ ...sandbox, money, now: sold }, playerId, id, { amount, currency: 'usd' })
  if (!leaver) return
  // The money of the others is there by then, so it goes back at once.
  const leftAt = sold + 2 * day + minute
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
