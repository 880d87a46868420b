import { dayNumberOf } from '../time/clock.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import { writeTime } from '../time/write-time.ts'

type NextGame = { startsAt: number; endsAt: number; timeZone: string }
type ViewerClock = { now: number; viewerZone: string; locale?: string | undefined }

const clock = { hour: 'numeric', minute: '2-digit' } as const

/**
 * "Tomorrow, 7:00 AM", "Saturday, 7:00 AM", "Sat, Nov 28, 7:00 AM", with a year that is not this one: in the time of the venue, with its zone when the viewer is in
 * another one.
 */
export function formatNextStart({ startsAt, endsAt, timeZone }: NextGame, { now, viewerZone, locale }: ViewerClock): string {
  const isElsewhere = writeTime(startsAt, timeZone, clock, locale) !== writeTime(startsAt, viewerZone, clock, locale)
  const timeOf = (at: number) => writeTime(at, timeZone, isElsewhere ? { ...clock, timeZoneName: 'short' } : clock, locale)
  if (startsAt <= now && now < endsAt) return `On now, until ${timeOf(endsAt)}`
  const dayOf = (at: number) => dayNumberOf(instantToLocal(at, timeZone).date) ?? 0
  const days = dayOf(startsAt) - dayOf(now)
  if (days === 0) return `Today, ${timeOf(startsAt)}`
  if (days === 1) return `Tomorrow, ${timeOf(startsAt)}`
  const isThisWeek = days > 0 && days < 7
  const yearOf = (at: number) => writeTime(at, timeZone, { year: 'numeric' }, locale)
  const year = yearOf(startsAt) === yearOf(now) ? {} : ({ year: 'numeric' } as const)
  const date: Intl.DateTimeFormatOptions = isThisWeek ? { weekday: 'long' } : { weekday: 'short', month: 'short', day: 'numeric', ...year }
  return `${writeTime(startsAt, timeZone, date, locale)}, ${timeOf(startsAt)}`
}
