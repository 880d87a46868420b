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
