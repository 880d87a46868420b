import type { MailTopic } from '../mail/topics.ts'
import { formatExactMoney, type Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import type { RefundWait } from './contract.ts'
import type { MoneyNews } from './money-news.ts'

/** What was paid for, of which money goes back. */
export const refundedKinds = ['game', 'dues', 'form', 'membership'] as const
export type RefundedKind = (typeof refundedKinds)[number]

const managerTexts: Record<RefundWait, string> = {
  'no-access':
    'We can no longer use the Stripe account that got the payment. Connect it again, and we send the money. Or give it back yourself, and note that with the payment.',
  'no-money':
    'There is not enough money in the Stripe account that got the payment. Stripe sends the money as soon as there is enough. You can add some at Stripe.',
}

/** For those who manage the money: what should go back cannot, or waits. */
export const refundWaitWords = (why: RefundWait, { title, ...money }: Money & { title: string }): MoneyNews => ({
  title: `${formatExactMoney(money)} ${why === 'no-access' ? 'cannot go back now' : 'waits to go back'}: ${title}`,
  text: managerTexts[why],
})

type Waiting = Money & { refundId: string; title: string; path: string }

/** It has its own email, which has no topic. */
export const refundWaitNotice = (why: RefundWait, { refundId, path, ...facts }: Waiting): NoticeContent =>
  makeNotice({
    key: `refund-${why}:${refundId}`,
    topic: 'eventCreatedJoin',
    ...refundWaitWords(why, facts),
    path,
    isMailed: false,
  })

const payers: Record<RefundedKind, string> = {
  game: 'a player',
  dues: 'a member',
  form: 'somebody who sent the form',
  membership: 'a member',
}

const onGame = 'On the page of the game you can send it again, or note that you gave it back by hand.'
const withPayment = 'With the payment you can send it again, or note that you gave it back by hand.'
const waysBack: Record<RefundedKind, string> = {
  game: onGame,
  dues: withPayment,
  form: withPayment,
  membership: 'Stripe shows who has paid. There you can send it again, or you give it back by hand.',
}

/** For those who manage the money: a bank did not take what went back. */
export const refundFailedWords = (of: RefundedKind, { title, ...money }: Money & { title: string }): MoneyNews => ({
  title: `${formatExactMoney(money)} could not go back to ${payers[of]}: ${title}`,
  text: `Their bank did not take the money, so you have it again. Ask them how they want it. ${waysBack[of]}`,
})

/** It has its own email, which has no topic. The amount is in the key, because banks may refuse several refunds of one membership payment. */
export const refundFailedNotice = (of: RefundedKind, { refundId, path, ...facts }: Waiting): NoticeContent =>
  makeNotice({
    key: `refund-failed:${refundId}:${facts.amount}`,
    topic: 'eventCreatedJoin',
    ...refundFailedWords(of, facts),
    path,
    isMailed: false,
  })

const topics: Record<RefundedKind, MailTopic> = {
  game: 'eventJoined',
  dues: 'announcements',
  form: 'eventJoined',
  membership: 'announcements',
}

/** For the player who paid. */
export const moneyStuckNotice = (of: RefundedKind, { refundId, path, title, ...money }: Waiting): NoticeContent =>
  makeNotice({
    key: `refund-stuck:${refundId}`,
    topic: topics[of],
    title: `We cannot send ${formatExactMoney(money)} back to you now: ${title}`,
    text: 'We can no longer use the Stripe account of the host. They must connect it again, or give you the money themselves. We have told them.',
    path,
  })
