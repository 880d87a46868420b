import { dayNumberOf, isTimeZone, minutesADay, minutesOf } from './clock.ts'
import { day, minute } from './spans.ts'
import { instantToLocal, type LocalTime } from './wall-clock.ts'
import { zoneStretches } from './zone-stretches.ts'

export const timeFaultWords = {
  notADate: 'This is not a date.',
  notATime: 'This is not a time.',
  notAZone: 'This is not a time zone we know.',
  skipped: 'Clocks skip this time on that day. Choose another.',
} as const
export type TimeFault = keyof typeof timeFaultWords

/** `next` is the first minute after the ones that clocks skip. */
export type LocalInstant =
  | { fault: null; instant: number }
  | { fault: Exclude<TimeFault, 'skipped'> }
  | { fault: 'skipped'; next: LocalTime & { instant: number } }

/** The instant at which a place's clocks show a time; the earlier one where they show it twice. */
export function localToInstant(date: string, time: string, zone: string): LocalInstant {
  const dayNumber = dayNumberOf(date)
  if (dayNumber === null) return { fault: 'notADate' }
  const minutes = minutesOf(time)
  // 24:00 ends a day; it is a time of the next one.
  if (minutes === null || minutes === minutesADay) return { fault: 'notATime' }
  return isTimeZone(zone) ? findInstant(dayNumber * day + minutes * minute, zone) : { fault: 'notAZone' }
}

function findInstant(wall: number, zone: string): LocalInstant {
  const stretches = zoneStretches(zone, wall - day, wall + day)
  for (const { start, end, offset } of stretches) {
    const instant = wall - offset
    if (instant >= start && instant < end) return { fault: null, instant }
  }
  const after = stretches.find(({ start, offset }) => start + offset > wall)
  const instant = Math.ceil((after?.start ?? wall) / minute) * minute
  return { fault: 'skipped', next: { ...instantToLocal(instant, zone), instant } }
}
