import { findSunset } from '../geo/find-sunset.ts'
import { writeTime } from '../time/write-time.ts'

type Game = { startsAt: number; endsAt: number; timeZone: string; where: { lat: number; lng: number } }

/** "Sunset at 5:32 PM, before the game ends". Null where the sun does not set on that day. */
export function describeDaylight({ startsAt, endsAt, timeZone, where }: Game, locale?: string): string | null {
  const sunset = findSunset(where, startsAt)
  if (sunset === null) return null
  const text = `Sunset at ${writeTime(sunset, timeZone, { hour: 'numeric', minute: '2-digit' }, locale)}`
  if (sunset <= startsAt) return `${text}, before the game starts`
  return sunset < endsAt ? `${text}, before the game ends` : text
}
