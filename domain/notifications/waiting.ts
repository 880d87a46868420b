import type { MailFrequency } from '../mail/topics.ts'
import type { Weekday } from '../time/clock.ts'
import { hour, minute } from '../time/spans.ts'
import { nextDigestAt } from './digests.ts'
import { findQuietEnd, type QuietHours } from './quiet-hours.ts'

/** An email waits this long, because a person who has the app open reads the notice there and needs no email. */
export const mailDelay = 10 * minute

/**
 * Why the email of a notice goes out at once. All others wait. Security, links, receipts and offers of seats have their own emails,
 * which are no emails of notices and never wait.
 */
const urgentReasons = {
  lookingNow: 'Somebody is at the place now and looks for players.',
  firstComes: 'The first person who says yes gets the seat.',
  seatOffered: 'The seat is reserved for a short time only.',
  startsSoon: 'The game starts in a few hours, and people may be on their way.',
} as const satisfies Record<string, string>
export type UrgentReason = keyof typeof urgentReasons

const soon = 3 * hour

/** For news that a player must know before leaving home: the game is off, moved or has a message of the hosts. */
export const urgencyOfStart = (startsAt: number, now: number): UrgentReason | null => (startsAt - now <= soon ? 'startsSoon' : null)

type Wait = {
  frequency: MailFrequency
  /** The day of a weekly email. */
  weekday: Weekday
  urgency: UrgentReason | null
  quietHours: QuietHours | null
  now: number
  timeZone: string
}

/** Quiet hours hold everything, except an offer of a seat if the person lets it through. */
export const findHoldEnd = (
  quietHours: QuietHours | null,
  urgency: UrgentReason | null,
  when: { now: number; timeZone: string },
): number | null =>
  quietHours === null || (urgency === 'seatOffered' && quietHours.letsOffersThrough) ? null : findQuietEnd(quietHours, when)

/** When the email of a notice is due. Quiet hours that it would fall into hold it until their end. */
export function mailDueAt({ frequency, weekday, urgency, quietHours, now, timeZone }: Wait): number {
  const dueAt = urgency === null ? planMail(frequency, { now, timeZone, weekday }) : now
  return findHoldEnd(quietHours, urgency, { now: dueAt, timeZone }) ?? dueAt
}

const planMail = (frequency: MailFrequency, when: { now: number; timeZone: string; weekday: Weekday }): number =>
  frequency === 'each' ? when.now + mailDelay : nextDigestAt(frequency, when)
