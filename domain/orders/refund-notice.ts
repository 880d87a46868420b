import { formatExactMoney, type Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import type { OrderMethod, RefundReason } from './contract.ts'

const texts: Record<RefundReason, string> = {
  left: 'You left in time.',
  removed: 'You no longer have a seat.',
  cancelled: 'The game was cancelled.',
  late: 'Your payment arrived when the seat was no longer held for you, and no seat was free.',
  'account-deleted': 'The account was deleted.',
  host: 'The host gives it back to you.',
  resold: 'Somebody bought your seat.',
  'host-not-paid': 'Stripe had stopped payments to the host, so you could not pay the rest for your seat.',
  bank: 'Your bank gave the money back.',
}

type Back = Money & { refundId: string; eventId: string; title: string; reason: RefundReason; method: OrderMethod; isByHand: boolean }

const wayOf = ({ method, isByHand }: Pick<Back, 'method' | 'isByHand'>): string => {
  if (method === 'cash') return 'The host says that you have it in cash.'
  return isByHand ? 'The host says that they gave it to you by hand.' : 'Your bank shows the money in 5 to 10 days.'
}

/** For the player who paid. */
export const refundNotice = ({ refundId, eventId, title, reason, method, isByHand, ...money }: Back): NoticeContent =>
  makeNotice({
    key: `order-refunded:${refundId}`,
    topic: 'eventJoined',
    title: `You get ${formatExactMoney(money)} back: ${title}`,
    text: `${texts[reason]} ${wayOf({ method, isByHand })}`,
    path: `/evt/${eventId}`,
  })
