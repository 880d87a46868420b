import type Stripe from 'stripe'
import { day } from '../../domain/time/spans.ts'
import { callStripe, toSeconds } from '../payments/call-stripe.ts'
import type { Statement } from '../platform/batch.ts'
import { logLine } from '../platform/log.ts'
import { overlap } from './queue-syncs.ts'
import { listLimit, type Reading } from './reading.ts'
import { type Account, syncListedRefunds } from './store-transactions.ts'

const maxPages = 10

const startOfDay = (time: number): number => time - (time % day)

/**
 * No transaction tells of a refund for which the host has too little money. The first reading of a day lists what was made since the first
 * one of an earlier day. Before the first reading of all there are none: a refund waits only if the money was paid out, which takes days.
 */
export async function findWaitingRefunds(
  { stripe, now }: Reading,
  { accountId, syncedAt }: Account & { syncedAt: number | null },
): Promise<Statement[]> {
  if (syncedAt === null || startOfDay(syncedAt) === startOfDay(now)) return []
  const waiting: Stripe.Refund[] = []
  let next: string | undefined
  for (let page = 0; page === 0 || (next !== undefined && page < maxPages); page += 1) {
    const list: Stripe.ApiList<Stripe.Refund> = await callStripe(
      stripe.refunds.list(
        {
          created: { gte: toSeconds(startOfDay(syncedAt) - overlap) },
          limit: listLimit,
          ...(next !== undefined && { starting_after: next }),
        },
        { stripeAccount: accountId },
      ),
    )
    waiting.push(...list.data.filter((refund) => refund.balance_transaction === null))
    next = list.has_more ? list.data.at(-1)?.id : undefined
  }
  // More than a host gives back in a day. Nobody would look for the older ones again.
  if (next !== undefined) logLine('error', 'refunds-not-read', { accountId, before: next })
  return waiting.length === 0 ? [] : syncListedRefunds(accountId, waiting, now)
}
