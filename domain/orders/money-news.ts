import { formatExactMoney, type Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { payoutPath } from '../payments/payout-news.ts'
import { writeTime } from '../time/write-time.ts'
import { type DisputedKind, type DisputeState, lostWords, payerWords } from './disputes.ts'

/** The words of a notice and of its email. */
export type MoneyNews = { title: string; text: string }

/**
 * What those who manage the money are told about a dispute. 'taken': a bank that only asked takes the money after all. 'due': they have not
 * answered, and the deadline is near.
 */
export const disputeNews = ['opened', 'taken', 'due', 'won', 'lost'] as const
export type DisputeNews = (typeof disputeNews)[number]

type Disputed = Money & { kind: DisputedKind; title: string; respondBy: number | null; state: DisputeState }

export function disputeWords(news: DisputeNews, { kind, title: what, respondBy, state, ...money }: Disputed): MoneyNews {
  const amount = formatExactMoney(money)
  const day = respondBy === null ? null : writeTime(respondBy, 'UTC', { year: 'numeric', month: 'long', day: 'numeric' })
  const answer = day === null ? 'Answer at Stripe.' : `Answer at Stripe by ${day}.`
  const taken = {
    title: `A payment of ${amount} is disputed: ${what}`,
    text: `The bank of ${payerWords[kind]} has taken the money until it decides. ${answer} Without an answer you lose the money.`,
  }
  const words: Record<DisputeNews, MoneyNews> = {
    opened: state.startsWith('warning')
      ? { title: `A bank asks about a payment of ${amount}: ${what}`, text: `You still have the money. ${answer}` }
      : taken,
    taken,
    due: {
      title: `Answer the dispute about ${amount}: ${what}`,
      text: `The bank has no answer from you. ${answer} Without an answer you may lose the money.`,
    },
    won: { title: `You won the dispute about ${amount}: ${what}`, text: 'Stripe gives the money back to you.' },
    lost: {
      title: `You lost the dispute about ${amount}: ${what}`,
      text: `The bank gave the money to ${payerWords[kind]}. ${lostWords[kind]}`,
    },
  }
  return words[news]
}

/** It has its own email, which has no topic. */
export const disputeNotice = (disputeId: string, news: DisputeNews, disputed: Disputed): NoticeContent =>
  makeNotice({
    key: `dispute-${news}:${disputeId}`,
    topic: 'eventCreatedJoin',
    ...disputeWords(news, disputed),
    path: payoutPath,
    isMailed: false,
  })
