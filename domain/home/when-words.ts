import { dayNumberOf } from '../availability/clock.ts'
import { instantToLocal } from '../time/wall-clock.ts'

type When = { startsAt: number; endsAt: number; timeZone: string }
type Here = { now: number; viewerZone: string; locale?: string | undefined }

const clock = { hour: 'numeric', minute: '2-digit' } as const

/** Engines differ in the space they put before AM. */
const write = (at: number, timeZone: string, locale: string | undefined, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at).replace(/[\u00a0\u2009\u202f]/g, ' ')

/** "Tomorrow, 7:00 AM", "Saturday, 7:00 AM", "Sat, Nov 28, 7:00 AM": by the clocks there, with the zone where those here differ. */
export function nextWords({ startsAt, endsAt, timeZone }: When, { now, viewerZone, locale }: Here): string {
  const isElsewhere = write(startsAt, timeZone, locale, clock) !== write(startsAt, viewerZone, locale, clock)
  const timeOf = (at: number) => write(at, timeZone, locale, isElsewhere ? { ...clock, timeZoneName: 'short' } : clock)
  if (startsAt <= now && now < endsAt) return `On now, until ${timeOf(endsAt)}`
  const dayOf = (at: number) => dayNumberOf(instantToLocal(at, timeZone).date) ?? 0
  const days = dayOf(startsAt) - dayOf(now)
  if (days === 0) return `Today, ${timeOf(startsAt)}`
  if (days === 1) return `Tomorrow, ${timeOf(startsAt)}`
  const isThisWeek = days > 0 && days < 7
  const day = write(startsAt, timeZone, locale, isThisWeek ? { weekday: 'long' } : { weekday: 'short', month: 'short', day: 'numeric' })
  return `${day}, ${timeOf(startsAt)}`
}
