import { dayNumberOf, isTimeZone, minutesADay, minutesOf } from './clock.ts'
import { listOffsetPeriods } from './offset-periods.ts'
import { day, minute } from './spans.ts'
import { instantToLocal, type LocalTime } from './wall-clock.ts'

export const timeFaultMessages = {
  notADate: 'Enter a valid date.',
  notATime: 'Enter a valid time.',
  notAZone: 'Choose a time zone from the list.',
  skipped: 'This time does not exist on that day because the clocks change. Choose another time.',
} as const
export type TimeFault = keyof typeof timeFaultMessages

/** `next` is the first minute after the skipped ones. */
export type LocalInstant =
  | { fault: null; instant: number }
  | { fault: Exclude<TimeFault, 'skipped'> }
  | { fault: 'skipped'; next: LocalTime & { instant: number } }

/** Finds the instant of a local time in a zone. If the clocks show the time twice that day, it is the earlier instant. */
export function localToInstant(date: string, time: string, zone: string): LocalInstant {
  const dayNumber = dayNumberOf(date)
  if (dayNumber === null) return { fault: 'notADate' }
  const minutes = minutesOf(time)
  // 24:00 belongs to the next day.
  if (minutes === null || minutes === minutesADay) return { fault: 'notATime' }
  return isTimeZone(zone) ? findInstant(dayNumber * day + minutes * minute, zone) : { fault: 'notAZone' }
}

function findInstant(wall: number, zone: string): LocalInstant {
  const periods = listOffsetPeriods(zone, wall - day, wall + day)
  for (const { start, end, offset } of periods) {
    const instant = wall - offset
    if (instant >= start && instant < end) return { fault: null, instant }
  }
  const nextPeriod = periods.find(({ start, offset }) => start + offset > wall)
  const instant = Math.ceil((nextPeriod?.start ?? wall) / minute) * minute
  return { fault: 'skipped', next: { ...instantToLocal(instant, zone), instant } }
}
