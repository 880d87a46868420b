import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Currency, currencies } from '../../domain/money.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, hasCode, toMillis } from './call-stripe.ts'
import { payoutAccounts, unlinkedAccounts } from './schema.ts'

export type StoredAccount = typeof payoutAccounts.$inferSelect

export const findAccountOf = (db: Database, userId: string): Promise<StoredAccount | undefined> =>
  readFirst(db, db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId)))

export const findAccount = (db: Database, stripeId: string): Promise<StoredAccount | undefined> =>
  readFirst(db, db.select().from(payoutAccounts).where(eq(payoutAccounts.stripeId, stripeId)))

export const findUnlinked = (db: Database, userId: string, country: string) =>
  readFirst(
    db,
    db
      .select({ stripeId: unlinkedAccounts.stripeId })
      .from(unlinkedAccounts)
      .where(and(eq(unlinkedAccounts.userId, userId), eq(unlinkedAccounts.country, country))),
  )

/** What Stripe says about an account. Its country and currency never change. */
export type AccountReading = Pick<StoredAccount, 'chargesEnabled' | 'detailsSubmitted' | 'payoutsEnabled' | 'currentlyDue' | 'deadline'>

type NewAccountReading = AccountReading & { country: string; currency: Currency | null }

function toReading(account: Stripe.Account): NewAccountReading {
  const { requirements } = account
  return {
    country: account.country ?? '',
    currency: currencies.find((known) => known === account.default_currency) ?? null,
    chargesEnabled: account.charges_enabled,
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: account.payouts_enabled,
    currentlyDue: requirements?.currently_due ?? [],
    deadline: requirements?.current_deadline ? toMillis(requirements.current_deadline) : null,
  }
}

/** Reads an account at Stripe. Null if it is no longer linked to us. */
export async function readAccount(stripe: Stripe, stripeId: string): Promise<NewAccountReading | null> {
  try {
    return toReading(await callStripe(stripe.accounts.retrieve(stripeId)))
  } catch (error) {
    if (hasCode(error, 'account_invalid')) return null
    throw error
  }
}
