import { dayNumberOf } from '../availability/clock.ts'
import { instantToLocal } from '../time/local-time.ts'

type When = { startsAt: number; endsAt: number; timeZone: string }
type Here = { now: number; viewerZone: string; locale?: string | undefined }

const clock = { hour: 'numeric', minute: '2-digit' } as const

/** Engines differ in the space they put before AM. */
const write = (at: number, timeZone: string, locale: string | undefined, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at).replace(/[\u00a0\u2009\u202f]/g, ' ')

function wordsOf(
  { startsAt, timeZone }: When,
  { now, viewerZone, locale }: Here,
  weekday: 'long' | 'short',
): { day: string; time: string } {
  const dayOf = (at: number) => dayNumberOf(instantToLocal(at, timeZone).date) ?? 0
  const days = dayOf(startsAt) - dayOf(now)
  const isElsewhere = write(startsAt, timeZone, locale, clock) !== write(startsAt, viewerZone, locale, clock)
  const time = write(startsAt, timeZone, locale, isElsewhere ? { ...clock, timeZoneName: 'short' } : clock)
  if (days === 0) return { day: 'Today', time }
  if (days === 1) return { day: 'Tomorrow', time }
  const isThisWeek = days > 0 && days < 7
  return {
    day: write(startsAt, timeZone, locale, isThisWeek ? { weekday } : { weekday: 'short', month: 'short', day: 'numeric' }),
    time,
  }
}

/** "Tomorrow, 7:00 AM", "Saturday, 7:00 AM", "Sat, Nov 28, 7:00 AM": by the clocks there, with the zone where those here differ. */
export function nextWords(when: When, here: Here): string {
  if (when.startsAt <= here.now && here.now < when.endsAt) {
    return `On now, until ${write(when.endsAt, when.timeZone, here.locale, clock)}`
  }
  const { day, time } = wordsOf(when, here, 'long')
  return `${day}, ${time}`
}

/** "Sat 7:00 AM", for a line in a list. */
export function lineWords(when: When, here: Here): string {
  if (when.startsAt <= here.now && here.now < when.endsAt) return 'On now'
  const { day, time } = wordsOf(when, here, 'short')
  return `${day} ${time}`
}
