import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import type { BalanceNews } from '../../domain/orders/balance-news.ts'
import { givenHoldDuration } from '../../domain/orders/holds.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { askForBalances, keepPaidSeats } from '../events/settle-paying.ts'
import { entries } from '../events/shared.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { type MessageInsert, readFirst, runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { tellOfSeats } from '../presence/tell-online.ts'
import { balanceLeft, first, isBlocked, isOwed, sharesPaid } from './balance-left.ts'
import { orders } from './schema.ts'

const entry = alias(entries, 'entry')

const factId = (news: BalanceNews): SQL => sql`${`balance-${news}:`} || ${first.id}`
const factOf = (news: BalanceNews): SQL =>
  sql`json_object('kind', ${'balance-unpaid' satisfies NoticeFact['kind']}, 'orderId', ${first.id}, 'news', ${news})`

const maxAskedAtOnce = 50

/** People are reminded two days before their balance is due, and of the shares of friends some hours before. */
const reminder = sql`iif(${orders.shares} > 0, ${6 * hour}, ${2 * day})`

/** Whoever pays shortly before is not reminded at once. */
const leastAge = hour

/** While a host cannot be paid, we look again so often. */
const lookAgainEvery = 6 * hour

/** The balance is due, and its host cannot be paid. Until the last day we wait for that to change, because nobody can pay now. */
const maySitOut = (now: number): SQL =>
  sql`${isOwed(orders)} AND ${isBlocked(orders)} AND EXISTS (SELECT 1 FROM ${entries} ${entry}
    WHERE ${entry.id} = ${orders.joinerId} AND ${entry.startsAt} > ${now + givenHoldDuration})`

/**
 * Runs every minute: reminds of balances that will be due. Once one is due, its seats are held for a last time, like those that were not
 * paid for at all, and the person is told.
 */
export async function askForDueBalances(db: Database, now: number): Promise<void> {
  const soon = sql`SELECT ${orders.id} FROM ${orders} WHERE ${orders.balanceDueAt} IS NOT NULL AND ${orders.balanceDueAt} > ${now}
    AND ${orders.balanceDueAt} <= ${now + 2 * day} AND ${orders.balanceDueAt} <= ${now} + ${reminder} AND ${orders.balanceToldAt} IS NULL
    AND ${orders.createdAt} < ${now - leastAge} AND ${isOwed(orders)} AND NOT ${isBlocked(orders)} ORDER BY ${orders.balanceDueAt} LIMIT ${maxAskedAtOnce}`
  const due = sql`SELECT ${orders.id} FROM ${orders} WHERE ${orders.balanceDueAt} IS NOT NULL AND ${orders.balanceDueAt} <= ${now}
    ORDER BY ${orders.balanceDueAt} LIMIT ${maxAskedAtOnce}`
  const tell = (which: SQL, news: BalanceNews) =>
    notifyOfRows(
      sql`SELECT ${factId(news)} AS id, ${factOf(news)} AS fact FROM ${orders} ${first} WHERE ${first.id} IN (${which}) AND ${isOwed(first)}`,
      { now },
    )
  const eventIds = sql`SELECT ${first.eventId} FROM ${orders} ${first} WHERE ${first.id} IN (${due})`
  const joinerIds = sql`SELECT ${first.joinerId} FROM ${orders} ${first} WHERE ${first.id} IN (${due}) AND ${isOwed(first)}`
  const some = await readFirst(
    db,
    select({ isThere: asBoolean }, sql`SELECT EXISTS (SELECT 1 FROM (${soon})) OR EXISTS (SELECT 1 FROM (${due})) AS isThere`),
  )
  if (!some?.isThere) return
  await runBatch(db, {
    postponed: updateSet(
      orders,
      { balanceDueAt: now + lookAgainEvery },
      sql`WHERE ${orders.balanceDueAt} IS NOT NULL AND ${orders.balanceDueAt} <= ${now} AND ${orders.id} IN (${due}) AND ${maySitOut(now)}`,
    ),
    soonTold: tell(soon, 'soon'),
    soonMarked: updateSet(orders, { balanceToldAt: now }, sql`WHERE ${orders.id} IN (${soon})`),
    dueTold: tell(due, 'due'),
    asked: askForBalances(joinerIds, now),
    shown: tellOfSeats(eventIds, now),
    dueMarked: updateSet(orders, { balanceDueAt: null }, sql`WHERE ${orders.id} IN (${due})`),
  })
}

/**
 * The time of a party whose friends have not all paid is over: it keeps the seats that were paid for, and the others are free. Use it before
 * `freeUnpaidSeat`, once nobody can pay any more.
 */
export const keepSharedSeats = (now: number, joinerId: string, when: SQL): (SQL | MessageInsert)[] => {
  const isShared = sql`${first.joinerId} = ${joinerId} AND ${first.shares} > 0 AND ${isOwed(first)}`
  const paid = sql`(SELECT ${first.seats} + ${sharesPaid(first)} FROM ${orders} ${first} WHERE ${isShared})`
  return [
    notifyOfRows(
      sql`SELECT ${factId('over')} AS id, ${factOf('over')} AS fact FROM ${orders} ${first} CROSS JOIN ${entries} ${entry} ON ${entry.id} = ${first.joinerId}
        WHERE ${isShared} AND ${entry.state} = 'paying' AND ${when}`,
      { now },
    ),
    keepPaidSeats(now, joinerId, paid, when),
    updateSet(
      orders,
      { balance: sql`${orders.balance} - ${balanceLeft(orders)}`, shares: sharesPaid(orders) },
      // Whoever has just paid their own seat still has the seats of the friends, who have time to pay.
      sql`WHERE ${orders.id} IN (SELECT ${first.id} FROM ${orders} ${first} CROSS JOIN ${entries} ${entry} ON ${entry.id} = ${first.joinerId}
        AND ${entry.seats} = ${first.seats} + ${sharesPaid(first)} WHERE ${isShared}) AND ${when}`,
    ),
  ]
}
