import { asc, eq, sql } from 'drizzle-orm'
import { doneJobLifetime } from '../../domain/jobs/rules.ts'
import { maxStuck, type StuckMoney } from '../../domain/ledger/stuck-money.ts'
import { checkoutDuration, checkoutMargin } from '../../domain/orders/holds.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { selectStuckDues } from '../dues/queue-settling.ts'
import { selectStuckFormPayments } from '../forms/queue-form-settling.ts'
import { isJobDone, selectDeadJobs } from '../jobs/queries.ts'
import { paidMemberships } from '../memberships/paid-memberships.ts'
import { selectStuckMemberships } from '../memberships/queue-ends.ts'
import { refundsOfSales as refunds, sales } from '../orders/shared.ts'
import { selectOpenPlanDisputes } from '../payments/plan-disputes.ts'
import { selectRefused } from '../payments/refused-refunds.ts'
import { incomingEvents as events, paidPlans } from '../payments/shared.ts'
import { isStuck } from '../payments/unsent-refunds.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { ledgerChecks as checks, payouts } from './schema.ts'

const named = <Kind extends string, Row>(kind: Kind, rows: readonly Row[]) => rows.map((row) => ({ ...row, kind }))

const eventWait = 10 * minute

/** What is stuck, in one round trip. Conditions are written as in the partial indexes, so that SQLite uses these. */
export async function findStuckMoney(db: Database, now: number): Promise<StuckMoney> {
  const isWaiting = sql`${events.receivedAt} BETWEEN ${now - doneJobLifetime + hour} AND ${now - eventWait}
    AND NOT ${isJobDone(sql`'stripe-event:' || ${events.id}`)}`
  const dues = selectStuckDues(now, maxStuck)
  const forms = selectStuckFormPayments(now, maxStuck)
  const found = await runBatch(db, {
    dueRefunds: dues.refunds,
    formRefunds: forms.refunds,
    duePages: dues.pages,
    formPages: forms.pages,
    membershipPages: selectStuckMemberships(now, maxStuck),
    refusedMemberships: selectRefused(paidMemberships, now, maxStuck),
    refusedPlans: selectRefused(paidPlans, now, maxStuck),
    refunds: db
      .select({
        id: refunds.id,
        orderId: refunds.orderId,
        amount: refunds.amount,
        createdAt: refunds.createdAt,
        waitsFor: refunds.waitsFor,
      })
      .from(refunds)
      // A host gives cash back by hand.
      .innerJoin(sales, eq(sales.id, refunds.orderId))
      .where(sql`${sales.method} = 'card' AND ${isStuck(refunds, now)}`)
      .orderBy(asc(refunds.createdAt))
      .limit(maxStuck),
    events: db
      .select({ id: events.id, type: events.type, receivedAt: events.receivedAt })
      .from(events)
      .where(isWaiting)
      .orderBy(asc(events.receivedAt))
      .limit(maxStuck),
    orders: db
      .select({ id: sales.id, eventId: sales.eventId, createdAt: sales.createdAt })
      .from(sales)
      .where(sql`${sales.state} = 'open' AND ${sales.createdAt} < ${now - checkoutDuration - checkoutMargin - hour}`)
      .orderBy(asc(sales.createdAt))
      .limit(maxStuck),
    differences: db
      .select({ accountId: checks.accountId, currency: checks.currency, difference: checks.difference, checkedAt: checks.checkedAt })
      .from(checks)
      .where(sql`${checks.difference} <> 0`)
      .orderBy(asc(checks.checkedAt))
      .limit(maxStuck),
    payouts: db
      .select({
        id: payouts.id,
        accountId: payouts.accountId,
        amount: payouts.amount,
        currency: payouts.currency,
        createdAt: payouts.createdAt,
      })
      .from(payouts)
      .where(sql`${payouts.state} = 'failed'`)
      .orderBy(asc(payouts.createdAt))
      .limit(maxStuck),
    planDisputes: selectOpenPlanDisputes(db, maxStuck),
    jobs: selectDeadJobs(db, 'money', maxStuck),
  })
  return {
    refunds: found.refunds.rows,
    otherRefunds: [...named('dues', found.dueRefunds.rows), ...named('form', found.formRefunds.rows)],
    refusedRefunds: [...named('membership', found.refusedMemberships.rows), ...named('plan', found.refusedPlans.rows)],
    otherPages: [
      ...named('dues', found.duePages.rows),
      ...named('form', found.formPages.rows),
      ...named('membership', found.membershipPages.rows),
    ],
    events: found.events.rows,
    orders: found.orders.rows,
    differences: found.differences.rows.map(({ difference, checkedAt, ...row }) => ({
      ...row,
      difference: difference ?? 0,
      checkedAt: checkedAt ?? 0,
    })),
    payouts: found.payouts.rows,
    planDisputes: found.planDisputes.rows,
    jobs: found.jobs.rows,
  }
}
