import { and, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { planSubscriptions as s } from './schema.ts'
import { isLiveRow } from './sync-plan.ts'

const kind: MoneyWork['kind'] = 'read-plan'

const maxReadAtOnce = 100

/** Stripe charges an hour after a period begins. So long after it, one reading knows the new period and whether it was paid. */
const settledAfter = 3 * hour

/** How often a plan is read whose payment failed, because whoever has paid should not be asked again. */
const unpaidEvery = 6 * hour

const queue = (which: SQL | undefined, now: number): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT ${kind} || ':' || ${s.id} || ':' || ${Math.floor(now / hour)} AS id, json_object('kind', ${kind}, 'subscriptionId', ${s.id}) AS body
      FROM ${s} WHERE ${which} ORDER BY ${s.readAt} LIMIT ${maxReadAtOnce}`,
    { now },
  )

/**
 * Once an hour: Stripe may have renewed or ended plans, or taken a late payment, of which no event has told us. Each plan is read once after
 * its period is over, and now and then while it is not paid.
 */
export const queuePlanReadings = (now: number): MessageInsert[] => [
  queue(and(isLiveRow, lt(s.periodEnd, now - settledAfter), sql`${s.readAt} < ${s.periodEnd} + ${settledAfter}`), now),
  queue(and(isNotNull(s.pastDueSince), lte(s.readAt, now - unpaidEvery)), now),
]
