import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { writeTime } from '../time/write-time.ts'

/** What a host is told about their payout account. */
export const payoutNews = ['due', 'restricted', 'active', 'unlinked'] as const
export type PayoutNews = (typeof payoutNews)[number]

type Words = { title: string; text: string }

const words: Record<Exclude<PayoutNews, 'due'>, Words> = {
  restricted: {
    title: 'Your payout account is restricted',
    text: 'Stripe has stopped payments to you, so nobody can join your paid games. Complete the verification on the Payments page.',
  },
  active: { title: 'Your payout account is active', text: 'People can pay you now.' },
  unlinked: {
    title: 'Your payout account was unlinked',
    text: 'It was unlinked at Stripe, so nobody can pay you. If that was a mistake, link it again on the Payments page.',
  },
}

/** The words of the notice and of its email. `at` is the deadline, or when it happened. */
export const payoutWords = (news: PayoutNews, at: number): Words =>
  news === 'due'
    ? {
        title: `Stripe needs more information from you by ${writeTime(at, 'UTC', { year: 'numeric', month: 'long', day: 'numeric' })}`,
        text: 'Without it, Stripe stops payments to you on that day. Complete the verification on the Payments page.',
      }
    : words[news]

export const payoutPath = '/settings?tab=payments'

/** It has its own email, which has no topic. */
export const payoutNotice = (news: PayoutNews, { stripeId, at }: { stripeId: string; at: number }): NoticeContent =>
  makeNotice({
    key: `payout-account:${news}:${stripeId}:${at}`,
    topic: 'eventCreatedJoin',
    ...payoutWords(news, at),
    path: payoutPath,
    isMailed: false,
  })
