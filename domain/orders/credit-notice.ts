import { formatExactMoney, type Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import type { CreditReason } from './contract.ts'

type Given = Money & { creditId: string; eventId: string; title: string; reason: CreditReason /** The host. */; payee: string }

/** For the player who has credit now. */
export function creditNotice({ creditId, eventId, title, reason, payee, ...money }: Given): NoticeContent {
  const amount = formatExactMoney(money)
  return makeNotice({
    key: `credit-given:${creditId}`,
    topic: 'eventJoined',
    title: reason === 'host' ? `${payee} gave you ${amount} credit: ${title}` : `You get ${amount} credit back: ${title}`,
    text: `You can use it when you pay for a game of ${payee}.`,
    path: `/evt/${eventId}`,
  })
}

/** What becomes of credit while a bank has the payment that it was given for. */
export const creditNews = ['held', 'ended', 'back'] as const
export type CreditNews = (typeof creditNews)[number]

type Disputed = Money & { disputeId: string; eventId: string; title: string; payee: string }

/** For the player whose bank takes a payment back for which they got credit. */
export function creditDisputeNotice(news: CreditNews, { disputeId, eventId, title, payee, ...money }: Disputed): NoticeContent {
  const amount = formatExactMoney(money)
  const words: Record<CreditNews, { title: string; text: string }> = {
    held: {
      title: `Your ${amount} credit is on hold: ${title}`,
      text: 'Your bank has the payment that it was given for. You can use the credit again if the bank decides for the host.',
    },
    ended: { title: `Your ${amount} credit has ended: ${title}`, text: 'Your bank gave you back the payment that it was given for.' },
    back: {
      title: `You can use your ${amount} credit again: ${title}`,
      text: `Your bank decided for the host. You can use it when you pay for a game of ${payee}.`,
    },
  }
  return makeNotice({ key: `credit-${news}:${disputeId}`, topic: 'eventJoined', ...words[news], path: `/evt/${eventId}` })
}
