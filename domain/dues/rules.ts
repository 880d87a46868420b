import { dateText, dayNumberOf, latestLocalDate } from '../time/clock.ts'
import { day, hour } from '../time/spans.ts'
import type { DueMethod, DueStanding } from './contract.ts'

const maxDays = 2 * 365

/** The first and the last day that a deadline can have. A deadline has no time zone, so it is over once it is over everywhere. */
export function deadlineRange(now: number): { first: string; last: string } {
  const today = dayNumberOf(latestLocalDate(now)) ?? 0
  return { first: dateText(today + 1), last: dateText(today + maxDays) }
}

export function isDeadline(dueOn: string, now: number): boolean {
  const { first, last } = deadlineRange(now)
  return dueOn >= first && dueOn <= last
}

export const isOverdue = (dueOn: string, now: number): boolean => dueOn < latestLocalDate(now)

/** Reminders go out when it is day in America, and the deadline is over everywhere. */
const reminderTime = 17 * hour
const remindedBefore = 3 * day

/** When members are reminded next without anybody asking for it: three days before the deadline, and on the day after. Null: not again. */
export function nextReminder(dueOn: string, now: number): number | null {
  const deadline = (dayNumberOf(dueOn) ?? 0) * day + reminderTime
  return [deadline - remindedBefore, deadline + day].find((at) => at > now) ?? null
}

/** How often those who manage the money can remind everybody. */
export const remindedAgainAfter = day

type Payment = { method: DueMethod; isRefunded: boolean }

/** How it stands with a person. `payment` is what settles it; null if nothing does. */
export function standingOf(
  payment: Payment | null,
  { dueOn, endedAt }: { dueOn: string; endedAt: number | null },
  now: number,
): DueStanding {
  if (payment?.isRefunded) return 'refunded'
  if (payment) return payment.method === 'card' ? 'paid' : payment.method
  if (endedAt !== null) return 'none'
  return isOverdue(dueOn, now) ? 'overdue' : 'owes'
}

/** Whoever owes, and whoever got all of it back, can pay. */
export const canPay = (standing: DueStanding): boolean => standing === 'owes' || standing === 'overdue' || standing === 'refunded'
