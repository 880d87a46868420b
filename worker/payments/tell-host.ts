import { type SQL, sql } from 'drizzle-orm'
import { type FailedPayout, type PayoutNews, payoutKey, payoutWords } from '../../domain/payments/payout-news.ts'
import { defaultPlatform, type PlatformId } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { Statement } from '../platform/batch.ts'

type News = {
  news: PayoutNews
  userId: string
  stripeId: string
  /** The deadline, or when it happened. */
  at: number
  /** The payout that has failed. */
  payout?: FailedPayout | undefined
}

/**
 * Tells a host what is new about their payout account, in the batch that stores it: in the app, on their devices and by an email that has
 * no topic, because nobody should miss that they are no longer paid.
 */
export function tellHost(
  { news, userId, stripeId, at, payout }: News,
  { now, platform = defaultPlatform }: { now: number; platform?: PlatformId | undefined },
  when?: SQL,
): Statement[] {
  const id = `payout-account-${payoutKey(news, { stripeId, at, payout })}`
  const template = { name: 'payout-account' as const, data: payoutWords(news, at, payout) }
  const isRecipient = sql`${people.id} = ${userId} AND ${people.emailVerifiedAt} IS NOT NULL`
  return [
    notifyOf({ kind: 'payout-account', news, personId: userId, stripeId, at, ...(payout && { payout }) }, { id, now, platform }, when),
    mailPerson(isRecipient, { id: `mail:${id}`, template, platform }, { now, ...(when && { when }) }),
  ]
}
