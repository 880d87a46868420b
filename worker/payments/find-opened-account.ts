import { eq } from 'drizzle-orm'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { readFirst } from '../platform/batch.ts'
import { callStripe, toSeconds } from './call-stripe.ts'
import type { MoneyContext } from './money-context.ts'

const pageSize = 100
const maxPages = 20

/**
 * An account that we opened for this host and have not stored, because the answer of Stripe was lost. Stripe forgets the key of that request after
 * a day. It cannot search accounts by our metadata, so this goes through those that are not older than the person here, the newest first.
 */
export async function findOpenedAccount(
  { db, stripe }: Pick<MoneyContext, 'db' | 'stripe'>,
  userId: string,
  country: string,
): Promise<string | null> {
  const person = await readFirst(db, db.select({ createdAt: people.createdAt }).from(people).where(eq(people.id, userId)))
  // The clock of Stripe is not ours.
  const created = { gte: Math.max(0, toSeconds((person?.createdAt ?? 0) - day)) }
  let after: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const { data, has_more: hasMore } = await callStripe(
      stripe.accounts.list({ limit: pageSize, created, ...(after !== undefined && { starting_after: after }) }),
    )
    const found = data.find((account) => account.type === 'express' && account.country === country && account.metadata?.userId === userId)
    if (found) return found.id
    after = data.at(-1)?.id
    if (!hasMore || after === undefined) return null
  }
  return null
}
