import { dayNumberOf } from '../time/clock.ts'
import { nameNearDay } from '../time/name-near-day.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import { writeDate, writeTime } from '../time/write-time.ts'

type NextGame = { startsAt: number; endsAt: number; timeZone: string }
type ViewerClock = { now: number; viewerZone: string; locale?: string | undefined }

const clock = { hour: 'numeric', minute: '2-digit' } as const

/**
 * "Tomorrow, 7:00 AM", "Saturday, 7:00 AM" or "Sat, Nov 28, 7:00 AM": in the time zone of the venue, which is named if the viewer has
 * another one.
 */
export function formatNextStart({ startsAt, endsAt, timeZone }: NextGame, { now, viewerZone, locale }: ViewerClock): string {
  const isElsewhere = writeTime(startsAt, timeZone, clock, locale) !== writeTime(startsAt, viewerZone, clock, locale)
  const timeOf = (at: number) => writeTime(at, timeZone, isElsewhere ? { ...clock, timeZoneName: 'short' } : clock, locale)
  if (startsAt <= now && now < endsAt) return `On now, until ${timeOf(endsAt)}`
  const dayOf = (at: number) => dayNumberOf(instantToLocal(at, timeZone).date) ?? 0
  const days = dayOf(startsAt) - dayOf(now)
  const nearDay = nameNearDay(startsAt, { now, timeZone, viewerZone })
  if (nearDay) return `${nearDay}, ${timeOf(startsAt)}`
  const isThisWeek = days >= 0 && days < 7
  const date = isThisWeek
    ? writeTime(startsAt, timeZone, { weekday: 'long' }, locale)
    : writeDate(startsAt, { timeZone, now, locale }, { weekday: 'short', month: 'short', day: 'numeric' })
  return `${date}, ${timeOf(startsAt)}`
}
