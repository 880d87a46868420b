import { formatFullMoment } from '../events/format-when.ts'
import { formatExactMoney, type Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'

/**
 * What a person is told about a balance that is not paid. 'open': the host could not be paid, and can be now. 'over': the seats
 * of friends who have not paid are free again.
 */
export const balanceNews = ['soon', 'due', 'open', 'over'] as const
export type BalanceNews = (typeof balanceNews)[number]

type Unpaid = Money & {
  orderId: string
  eventId: string
  title: string
  timeZone: string
  /** Until when it can be paid. */
  payUntil: number | null
  /** Friends pay it. */
  isShared: boolean
  /** Stripe has stopped payments to the host, or the host has unlinked the account. */
  isBlocked: boolean
  now: number
}

export function balanceNotice(
  news: BalanceNews,
  { orderId, eventId, title, timeZone, payUntil, isShared, isBlocked, now, ...money }: Unpaid,
): NoticeContent {
  const amount = formatExactMoney(money)
  const until = payUntil === null ? '' : ` by ${formatFullMoment(payUntil, { timeZone, now })}`
  const words: Record<BalanceNews, { title: string; text: string }> = {
    soon: isShared
      ? {
          title: `${amount} is not paid yet: ${title}`,
          text: `Your friends can pay their seats${until}. You can also pay the rest yourself.`,
        }
      : { title: `Pay the balance of ${amount}: ${title}`, text: `Pay it${until} to keep your seat.` },
    due: isBlocked
      ? {
          title: `Your balance of ${amount} cannot be paid now: ${title}`,
          text: isShared
            ? 'The host cannot be paid at the moment, and we tell you when you can pay. If that does not change, you keep the seats that were paid for.'
            : 'The host cannot be paid at the moment. You keep your seat, and we tell you when you can pay. If that does not change, you get back what you have paid.',
        }
      : isShared
        ? {
            title: `Your friends have not paid ${amount}: ${title}`,
            text: `Pay the rest${until}, or the seats that nobody has paid for are free again. What was paid stays.`,
          }
        : { title: `Your balance of ${amount} is due: ${title}`, text: `Pay it${until}, or your seat goes to somebody else.` },
    open: {
      title: `You can pay the balance of ${amount} now: ${title}`,
      text: `The host can be paid again. Pay it${until} to keep ${isShared ? 'all seats' : 'your seat'}.`,
    },
    over: {
      title: `Some of your friends have not paid: ${title}`,
      text: 'You keep the seats that were paid for. The others are free for everyone now.',
    },
  }
  return makeNotice({ key: `balance-${news}:${orderId}`, topic: 'eventJoined', ...words[news], path: `/discover/events/${eventId}` })
}
