import type { Availability } from '../../domain/availability/contract.ts'
import { minutesOf, weekdays } from '../../domain/time/clock.ts'
import { day, type Interval, minute } from '../../domain/time/spans.ts'

type Person = { availability: Availability; busy: readonly Interval[] }

/** The local time in a zone, computed by the runtime and not by the code under test. */
export function wallClock(timeZone: string): (instant: number) => { date: string; time: string; weekday: string } {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', weekday: 'long' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts })
  return (instant) => {
    const [, weekday = '', month, date, year, time = ''] = /^(\w+), (\d+)\/(\d+)\/(\d+), (.+)$/.exec(format.format(instant)) ?? []
    return { date: `${year}-${month}-${date}`, time, weekday: weekday.toLowerCase() }
  }
}

const step = 5 * minute

/** All free times of a person, checked every five minutes. A range lasts from the first to the last moment at which the clock is in it. */
function listFreeSlowly({ availability, busy }: Person, from: number, to: number): Set<number> {
  const show = wallClock(availability.timeZone)
  const spans = new Map<string, { first: number; last: number }>()
  for (let instant = from - 2 * day; instant < to + 2 * day; instant += step) {
    const { date, time, weekday } = show(instant)
    const override = availability.dateSpecificAvailability.find((entry) => entry.date === date)
    const weekly = availability.weeklyAvailability[weekdays.find((name) => name === weekday) ?? 'monday']
    for (const { startTime, endTime } of override ? override.timeRanges : weekly.timeRanges) {
      if (time < startTime || time >= endTime) continue
      const key = `${date} ${startTime} ${endTime}`
      spans.set(key, { first: spans.get(key)?.first ?? instant, last: instant })
    }
  }
  const found = new Set<number>()
  for (const { first, last } of spans.values()) {
    for (let instant = Math.max(first, from); instant <= last && instant < to; instant += step) {
      if (!busy.some(({ start, end }) => instant < end && instant + step > start)) found.add(instant)
    }
  }
  return found
}

/**
 * How many people are free in each half hour of the clocks of a zone, by date and time. A half hour that the clocks skip is missing.
 * If they show it twice, it is the first one.
 */
export function mapSlowly(people: readonly Person[], timeZone: string, from: number, to: number): Map<string, number> {
  const show = wallClock(timeZone)
  const freeTimes = people.map((person) => listFreeSlowly(person, from, to + day))
  const map = new Map<string, number>()
  for (let instant = from; instant < to; instant += step) {
    const { date, time } = show(instant)
    if ((minutesOf(time) ?? 1) % 30 !== 0) continue
    const key = `${date} ${time}`
    if (map.has(key)) continue
    const steps = Array.from({ length: 6 }, (_, index) => instant + index * step)
    map.set(key, freeTimes.filter((free) => steps.every((one) => free.has(one))).length)
  }
  return map
}
