import type { MailFrequency } from '../mail/topics.ts'
import { dateText, dayNumberOf } from '../time/clock.ts'
import { localToInstant } from '../time/local-time.ts'
import { day, hour } from '../time/spans.ts'
import { instantToLocal } from '../time/wall-clock.ts'

/** The local time of a daily email. Clocks never skip it. */
const dailyTime = '08:00'

/** A digest names this many notifications and counts the others. */
export const maxNoticesInDigest = 20

/** When the next digest goes out: at the next full hour, or at the next 8 AM of the person. */
export function nextDigestAt(frequency: Exclude<MailFrequency, 'each'>, { now, timeZone }: { now: number; timeZone: string }): number {
  if (frequency === 'hourly') return (Math.floor(now / hour) + 1) * hour
  const today = dayNumberOf(instantToLocal(now, timeZone).date) ?? 0
  for (const dayNumber of [today, today + 1]) {
    const found = localToInstant(dateText(dayNumber), dailyTime, timeZone)
    if (found.fault === null && found.instant > now) return found.instant
  }
  return now + day
}
