import { formatExactMoney, type Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { writeTime } from '../time/write-time.ts'

/** What a host is told about their payout account. */
export const payoutNews = ['due', 'restricted', 'active', 'unlinked', 'payouts-stopped', 'payout-failed'] as const
export type PayoutNews = (typeof payoutNews)[number]

/** A payout that their bank did not take. */
export type FailedPayout = Money & { id: string }

type Words = { title: string; text: string }

const words: Record<Exclude<PayoutNews, 'due' | 'payout-failed'>, Words> = {
  restricted: {
    title: 'Your payout account is restricted',
    text: 'Stripe has stopped payments to you, so nobody can join your paid games. Complete the verification on the Payments page.',
  },
  active: { title: 'Your payout account is active', text: 'People can pay you now.' },
  unlinked: {
    title: 'Your payout account was unlinked',
    text: 'It was unlinked at Stripe, so nobody can pay you. If that was a mistake, link it again on the Payments page.',
  },
  'payouts-stopped': {
    title: 'Stripe holds your payouts',
    text: 'People can still pay you, but Stripe does not send the money to your bank. The Payments page shows what Stripe needs from you.',
  },
}

const failedWords = (payout: FailedPayout | undefined): Words => ({
  title: payout ? `Your bank did not take a payout of ${formatExactMoney(payout)}` : 'Your bank did not take a payout',
  text: 'The money is on your Stripe account again. Check your bank account at Stripe, so that the next payout arrives.',
})

/** The words of the notice and of its email. `at` is the deadline, or when it happened. */
export function payoutWords(news: PayoutNews, at: number, payout?: FailedPayout): Words {
  if (news === 'payout-failed') return failedWords(payout)
  if (news !== 'due') return words[news]
  return {
    title: `Stripe needs more information from you by ${writeTime(at, 'UTC', { year: 'numeric', month: 'long', day: 'numeric' })}`,
    text: 'Without it, Stripe stops payments to you on that day. Complete the verification on the Payments page.',
  }
}

export const payoutPath = '/settings?tab=payments'

type About = { stripeId: string; at: number; payout?: FailedPayout | undefined }

/** One of these for each news, so that a host is told each once. */
export const payoutKey = (news: PayoutNews, { stripeId, at, payout }: About): string => `${news}:${payout?.id ?? stripeId}:${at}`

/** It has its own email, which has no topic. */
export const payoutNotice = (news: PayoutNews, about: About): NoticeContent =>
  makeNotice({
    key: `payout-account:${payoutKey(news, about)}`,
    topic: 'eventCreatedJoin',
    ...payoutWords(news, about.at, about.payout),
    path: payoutPath,
    isMailed: false,
  })
