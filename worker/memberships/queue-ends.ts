import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EndReason } from '../../domain/memberships/contract.ts'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { graceDuration } from '../../domain/payments/subscription-states.ts'
import { hour } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { isJobKnown } from '../jobs/queries.ts'
import { accounts } from '../payments/shared.ts'
import { type MessageInsert, write } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { membershipSubscriptions as bought, membershipPayments as payments } from './schema.ts'
import { holdsPlace, isLiveRow } from './shared.ts'

/** One job for each, because each is several requests to Stripe. */
const queueEnds = (which: SQL | undefined, because: EndReason, now: number, key: string = because): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'end-membership:' || ${bought.id} || ':' || ${key} AS id,
        json_object('kind', ${'end-membership' satisfies MoneyWork['kind']}, 'id', ${bought.id}, 'because', ${because}) AS body
      FROM ${bought} WHERE ${which}`,
    { now },
  )

/** For the batch that deletes a community. */
export const queueEndsOfTeam = (teamId: string, now: number, when: SQL): MessageInsert =>
  queueEnds(sql`${bought.teamId} = ${teamId} AND ${holdsPlace(bought)} AND ${when}`, 'community', now)

/** For the batch that unlinks an account on which a host is paid. */
export const queueEndsOnAccount = (accountId: SQL | string, now: number): MessageInsert =>
  queueEnds(sql`${bought.accountId} = ${accountId} AND ${holdsPlace(bought)}`, 'host', now)

const [payee, club] = [alias(accounts, 'payee'), alias(communities, 'club')]
const isLinked = sql`EXISTS (SELECT 1 FROM ${accounts} ${payee} WHERE ${payee.stripeId} = ${bought.accountId})`
const isDeleted = sql`EXISTS (SELECT 1 FROM ${communities} ${club} WHERE ${club.id} = ${bought.teamId} AND ${club.deletedAt} IS NOT NULL)`

/** A membership that ends as soon as it is paid for, or has ended, because the host has unlinked the account or the community was deleted. */
export const isOrphan = sql`(NOT ${isLinked} OR ${isDeleted})`

/**
 * For the batch that stores a subscription, after it: somebody has paid on a page that was open when the host unlinked the account, or when the
 * community was deleted. While a host ends our access at Stripe, we cannot close it.
 */
export function queueEndsOfOrphans(id: string, now: number): MessageInsert[] {
  const isLive = sql`${bought.id} = ${id} AND ${isLiveRow(bought)}`
  return [
    queueEnds(sql`${isLive} AND NOT ${isLinked}`, 'host', now, `host:${now}`),
    queueEnds(sql`${isLive} AND ${isLinked} AND ${isDeleted}`, 'community', now, `community:${now}`),
  ]
}

/** For the batch that deletes a person. Jobs also delete what hosts have about them at Stripe, so ended ones need one too. */
export const queueEndsOfMember = (memberId: string, now: number): MessageInsert => queueEnds(eq(bought.memberId, memberId), 'person', now)

/** For the batch that stores that a bank has decided. `key` says about which dispute. What goes back is decided by what is at Stripe then. */
export const queueRestOf = (id: string, key: string, now: number): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'return-membership-rest:' || ${id} || ':' || ${key} AS id,
        json_object('kind', ${'return-membership-rest' satisfies MoneyWork['kind']}, 'id', ${id}) AS body`,
    { now },
  )

/** Runs every minute: lets the queue end memberships that nobody has paid for in two weeks. */
export async function endUnpaidMemberships(db: Database, now: number): Promise<void> {
  const isOver = and(isNotNull(bought.pastDueSince), lte(bought.pastDueSince, now - graceDuration))
  const isNew = sql`NOT ${isJobKnown(sql`'end-membership:' || ${bought.id} || ':unpaid'`)}`
  await write(db, queueEnds(and(isOver, holdsPlace(bought), isNew), 'unpaid', now))
}

const maxReadAtOnce = 100

/** A page lives for a day, and is read by the sweep after that. */
const readAfter = 25 * hour

/** For the operator: pages of memberships that the sweep should have ended an hour ago. */
export const selectStuckMemberships = (now: number, limit: number) =>
  select(
    { id: asText, createdAt: asNumber },
    sql`SELECT ${bought.id} AS id, ${bought.createdAt} AS createdAt FROM ${bought}
      WHERE ${bought.status} = 'open' AND ${bought.createdAt} < ${now - readAfter - hour} ORDER BY ${bought.createdAt} LIMIT ${limit}`,
  )

/** How old an open page is, in hours, when it is read again. Whoever has paid there and closed the tab has the membership then. */
const agesOfPages = [1, 2, 4, 8, 16]

/** What Stripe has told us may have been lost: reads each membership whose period is over, and pages that are open for a while. */
export function queueReadings(now: number): MessageInsert {
  const isOverdue = sql`(${bought.status} = 'active' AND ${bought.periodEnd} < ${now - hour} AND ${bought.readAt} < ${bought.periodEnd} + ${hour})`
  const age = sql`CAST((${now} - ${bought.createdAt}) / ${hour} AS INTEGER)`
  const isLeft = sql`(${bought.status} = 'open' AND (${inList(age, agesOfPages)} OR ${bought.createdAt} < ${now - readAfter}))`
  return putRowsInOutbox(
    'money',
    sql`SELECT 'read-membership:' || ${bought.id} || ':' || ${Math.floor(now / hour)} AS id,
        json_object('kind', ${'read-membership' satisfies MoneyWork['kind']}, 'id', ${bought.id}) AS body
      FROM ${bought} WHERE ${isOverdue} OR ${isLeft} ORDER BY ${bought.readAt} LIMIT ${maxReadAtOnce}`,
    { now },
  )
}

/** For the batch that gives a community another plan: reading each membership again puts our fee right, because it depends on the plan. */
export const queueFeeReadings = (teamId: string, now: number, when: SQL): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'read-membership:' || ${bought.id} || ':fee:' || ${now} AS id,
        json_object('kind', ${'read-membership' satisfies MoneyWork['kind']}, 'id', ${bought.id}) AS body
      FROM ${bought} WHERE ${bought.teamId} = ${teamId} AND ${isLiveRow(bought)} AND ${when}`,
    { now },
  )

/** A payment for this membership is on the account, and no event has told of it: lets the queue read it. */
export const queueReadingOf = (paid: readonly { id: string; paymentId: string }[], now: number): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'read-membership:' || (paid.value->>'id') || ':' || (paid.value->>'paymentId') AS id,
        json_object('kind', ${'read-membership' satisfies MoneyWork['kind']}, 'id', paid.value->>'id') AS body
      FROM json_each(${JSON.stringify(paid)}) paid
      WHERE NOT EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.paymentId} = paid.value->>'paymentId')`,
    { now },
  )
