import { dayNumberOf } from './clock.ts'
import { instantToLocal } from './wall-clock.ts'

type Days = { now: number; timeZone: string; viewerZone: string }

/**
 * "Today" or "Tomorrow" at the place of a game. Null for other days, and if the viewer's calendar says another word: late at night,
 * tomorrow has begun already further east.
 */
export function nameNearDay(startsAt: number, { now, timeZone, viewerZone }: Days): 'Today' | 'Tomorrow' | null {
  const daysIn = (zone: string) => {
    const dayOf = (at: number) => dayNumberOf(instantToLocal(at, zone).date) ?? 0
    return dayOf(startsAt) - dayOf(now)
  }
  const days = daysIn(timeZone)
  if (days !== daysIn(viewerZone)) return null
  return days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : null
}
