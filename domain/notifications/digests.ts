import type { MailFrequency } from '../mail/topics.ts'
import { dateText, type Weekday, weekdayOf } from '../time/clock.ts'
import { localToInstant } from '../time/local-time.ts'
import { day, hour } from '../time/spans.ts'
import { localDayOf } from '../time/wall-clock.ts'

/** The day of a weekly email if the person has not chosen one. */
export const defaultWeekday: Weekday = 'monday'

/** The local time of a daily or weekly email. Clocks never skip it. */
const dailyTime = '08:00'

/** A digest names this many notifications and counts the others. */
export const maxNoticesInDigest = 20

type When = { now: number; timeZone: string; weekday: Weekday }

/** When the next digest goes out: at the next full hour, or at the next 8 AM of the person, of any day or of the chosen one. */
export function nextDigestAt(frequency: Exclude<MailFrequency, 'each'>, { now, timeZone, weekday }: When): number {
  if (frequency === 'hourly') return (Math.floor(now / hour) + 1) * hour
  const today = localDayOf(now, timeZone)
  for (let dayNumber = today; dayNumber <= today + 7; dayNumber++) {
    if (frequency === 'weekly' && weekdayOf(dayNumber) !== weekday) continue
    const found = localToInstant(dateText(dayNumber), dailyTime, timeZone)
    if (found.fault === null && found.instant > now) return found.instant
  }
  return now + day
}
