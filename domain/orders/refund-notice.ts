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
  bank: 'Your bank gave the money back.',
}

/** For the player who paid. */
export const refundNotice = ({
  refundId,
  eventId,
  title,
  reason,
  method,
  ...money
}: Money & { refundId: string; eventId: string; title: string; reason: RefundReason; method: OrderMethod }): NoticeContent =>
  makeNotice({
    key: `order-refunded:${refundId}`,
    topic: 'eventJoined',
    title: `You get ${formatExactMoney(money)} back: ${title}`,
    text: `${texts[reason]} ${method === 'cash' ? 'The host says that you have it in cash.' : 'Your bank shows the money in 5 to 10 days.'}`,
    path: `/evt/${eventId}`,
  })
