import { formatMoney } from '../format-money.ts'
import type { Money } from '../money.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import type { DueRefundReason } from './contract.ts'
import { duesPath } from './paths.ts'
import { isOverdue } from './rules.ts'
import { describeDues, writeDeadline } from './texts.ts'

type Asked = Money & { dueId: string; teamId: string; team: string; title: string; note: string; dueOn: string }

const aboutDues = ({ teamId }: Asked) => ({ topic: 'announcements' as const, teamId, path: duesPath(teamId) })

/** For every member who owes it. */
export const duesAskedNotice = (asked: Asked, now: number): NoticeContent =>
  makeNotice({
    ...aboutDues(asked),
    key: `dues-asked:${asked.dueId}`,
    title: `${asked.team}: ${asked.title}, ${formatMoney(asked)}`,
    text: [asked.note, `${describeDues(asked, now)}.`].filter(Boolean).join(' '),
  })

/** For those who have not paid. `at` is when it was sent, because there may be several. */
export const duesReminderNotice = (asked: Asked, { at, now }: { at: number; now: number }): NoticeContent =>
  makeNotice({
    ...aboutDues(asked),
    key: `dues-reminder:${asked.dueId}:${at}`,
    title: isOverdue(asked.dueOn, now)
      ? `${asked.title} was due on ${writeDeadline(asked.dueOn, now)}: ${formatMoney(asked)}`
      : describeDues(asked, now),
    text: `${asked.team} waits for your payment: ${asked.title}.`,
  })

/** For the member who had paid. It is not from the community, so it also reaches people who muted it or left. */
export const duesRefundedNotice = ({
  refundId,
  teamId,
  team,
  title,
  reason,
  isByHand,
  ...money
}: Money & {
  refundId: string
  teamId: string
  team: string
  title: string
  reason: Exclude<DueRefundReason, 'bank'>
  isByHand: boolean
}): NoticeContent =>
  makeNotice({
    key: `due-refunded:${refundId}`,
    topic: 'announcements',
    title: `You get ${formatMoney(money)} back: ${title}`,
    text: [
      reason === 'twice' ? 'It was paid already.' : `${team} gives it back to you.`,
      isByHand ? `${team} says that you have it.` : 'Your bank shows the money in 5 to 10 days.',
    ].join(' '),
    path: duesPath(teamId),
  })
