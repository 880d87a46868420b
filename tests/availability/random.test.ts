import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Availability, TimeRange } from '../../domain/availability/contract.ts'
import { findFreeIntervals, isFree } from '../../domain/availability/find-free-time.ts'
import { makeWeekChart, showWeekInZone } from '../../domain/availability/show-week.ts'
import { eachWeekday, minutesOf, timeText, weekdays } from '../../domain/time/clock.ts'
import { minute } from '../../domain/time/spans.ts'
import { type Dice, throwDice } from './schedules.ts'

const rounds = env.SOAK === 'full' ? 1500 : 25
const day = 1440 * minute

/**
 * Zones with all kinds of clock changes: a normal one, none, by half an hour, by two hours, at midnight, around Ramadan, and
 * zones next to the date line. `changes` are instants near a change.
 */
const zoneExamples = [
  { zone: 'America/New_York', changes: ['2026-03-08T07:00Z', '2026-11-01T06:00Z'] },
  { zone: 'America/Phoenix', changes: ['2026-03-08T09:00Z', '2026-11-01T09:00Z'] },
  { zone: 'Australia/Sydney', changes: ['2026-04-04T16:00Z', '2026-10-03T16:00Z'] },
  { zone: 'Australia/Lord_Howe', changes: ['2026-04-04T15:00Z', '2026-10-03T15:30Z'] },
  { zone: 'Antarctica/Troll', changes: ['2026-03-29T01:00Z', '2026-10-25T01:00Z'] },
  { zone: 'America/Santiago', changes: ['2026-04-05T03:00Z', '2026-09-06T04:00Z'] },
  { zone: 'America/Havana', changes: ['2026-03-08T05:00Z', '2026-11-01T05:00Z'] },
  { zone: 'Africa/Cairo', changes: ['2026-04-23T22:00Z', '2026-10-29T21:00Z'] },
  { zone: 'Africa/Casablanca', changes: ['2026-02-15T02:00Z', '2026-03-22T02:00Z'] },
  { zone: 'Pacific/Apia', changes: ['2011-12-30T10:00Z'] },
  { zone: 'Pacific/Chatham', changes: ['2026-04-04T14:00Z', '2026-09-26T14:00Z'] },
  { zone: 'Asia/Kathmandu', changes: ['2026-06-01T00:00Z'] },
  { zone: 'Pacific/Pago_Pago', changes: ['2026-06-01T00:00Z'] },
  { zone: 'Pacific/Kiritimati', changes: ['2026-06-01T00:00Z'] },
] as const

/** The local time in a zone, computed by the runtime and not by the code under test. */
function wallClock(timeZone: string): (instant: number) => { date: string; time: string; weekday: string } {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', weekday: 'long' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts })
  return (instant) => {
    // Sunday, 03/08/2026, 01:59
    const [, weekday = '', month, date, year, time = ''] = /^(\w+), (\d+)\/(\d+)\/(\d+), (.+)$/.exec(format.format(instant)) ?? []
    return { date: `${year}-${month}-${date}`, time, weekday: weekday.toLowerCase() }
  }
}

/** All free minutes. A range lasts from the first to the last minute when the local time is inside it. */
function listFreeMinutesSlowly(
  { timeZone, weeklyAvailability, dateSpecificAvailability }: Availability,
  from: number,
  to: number,
): Set<number> {
  const show = wallClock(timeZone)
  const spans = new Map<string, { first: number; last: number }>()
  for (let instant = from - 2 * day; instant < to + 2 * day; instant += minute) {
    const { date, time, weekday } = show(instant)
    const override = dateSpecificAvailability.find((entry) => entry.date === date)
    const weekly = weeklyAvailability[weekdays.find((name) => name === weekday) ?? 'monday']
    const ranges = override ? override.timeRanges : weekly.isAvailable ? weekly.timeRanges : []
    for (const { startTime, endTime } of ranges) {
      if (time < startTime || time >= endTime) continue
      const key = `${date} ${startTime} ${endTime}`
      spans.set(key, { first: spans.get(key)?.first ?? instant, last: instant })
    }
  }
  const minutes = new Set<number>()
  for (const { first, last } of spans.values()) {
    for (let instant = Math.max(first, from); instant <= last && instant < to; instant += minute) minutes.add(instant)
  }
  return minutes
}

const listMinutes = (intervals: readonly { start: number; end: number }[]) => {
  const minutes = new Set<number>()
  for (const { start, end } of intervals) for (let instant = start; instant < end; instant += minute) minutes.add(instant)
  return minutes
}

function randomRanges(dice: Dice): TimeRange[] {
  const cuts = new Set(
    Array.from({ length: 2 * dice.below(4) }, () => dice.pick([dice.below(1441), 60 * dice.below(25), 15 * dice.below(20)])),
  )
  if (dice.below(4) === 0) cuts.add(0).add(1440)
  const sorted = [...cuts].sort((a, b) => a - b)
  // Sometimes neighboring ranges touch, because these must become one.
  const step = dice.pick([1, 2])
  return sorted.flatMap((start, i) => {
    const end = sorted[i + 1]
    return i % step === 0 && end !== undefined ? [{ startTime: timeText(start), endTime: timeText(end) }] : []
  })
}

function randomCase(dice: Dice): { availability: Availability; around: number } {
  const { zone, changes } = dice.pick(zoneExamples)
  const around = Date.parse(dice.pick<string>(changes))
  const dates = new Set(
    Array.from({ length: dice.below(4) }, () => new Date(around + (dice.below(7) - 3) * day).toISOString().slice(0, 10)),
  )
  const availability = {
    timeZone: zone,
    weeklyAvailability: eachWeekday(() => {
      const timeRanges = randomRanges(dice)
      return { isAvailable: timeRanges.length > 0 && dice.below(5) > 0, timeRanges }
    }),
    dateSpecificAvailability: [...dates].map((date) => ({ date, timeRanges: randomRanges(dice) })),
  }
  return { availability, around }
}

const seeds = Array.from({ length: rounds }, (_, i) => i + 1)

describe('Any schedule', () => {
  it.each(seeds)('has the same free minutes as a check of every minute (seed %d)', (seed) => {
    const dice = throwDice(seed)
    const { availability, around } = randomCase(dice)
    const from = around - dice.below(2 * 1440) * minute
    const to = from + (1 + dice.below(4 * 1440)) * minute
    const expected = listFreeMinutesSlowly(availability, from, to)
    const intervals = findFreeIntervals(availability, from, to)
    expect([...listMinutes(intervals)]).toEqual([...expected].sort((a, b) => a - b))
    for (let i = 0; i < 20; i++) {
      const start = from + dice.below((to - from) / minute) * minute
      const end = Math.min(to, start + (1 + dice.below(dice.pick([5, 180, 2000]))) * minute)
      expect(isFree(availability, start, end)).toBe([...listMinutes([{ start, end }])].every((instant) => expected.has(instant)))
    }
  })

  it.each(seeds)('has sorted intervals inside the window that do not overlap, even if the window is split (seed %d)', (seed) => {
    const dice = throwDice(1000 + seed)
    const { availability, around } = randomCase(dice)
    const from = around - dice.below(300 * day)
    const to = from + dice.below(400 * day)
    const intervals = findFreeIntervals(availability, from, to)
    let lastEnd = Number.NEGATIVE_INFINITY
    for (const { start, end } of intervals) {
      expect(start).toBeGreaterThan(lastEnd)
      expect(end).toBeGreaterThan(start)
      lastEnd = end
    }
    expect(intervals[0]?.start ?? from).toBeGreaterThanOrEqual(from)
    expect(intervals.at(-1)?.end ?? to).toBeLessThanOrEqual(to)
    const middle = from + dice.below(to - from)
    const length = (list: { start: number; end: number }[]) => list.reduce((sum, { start, end }) => sum + end - start, 0)
    expect(length(findFreeIntervals(availability, from, middle)) + length(findFreeIntervals(availability, middle, to))).toBe(
      length(intervals),
    )
  })

  it.each(seeds)('shows every free minute of the week in the viewer’s local time (seed %d)', (seed) => {
    const dice = throwDice(3000 + seed)
    const { availability, around } = randomCase(dice)
    const viewer = dice.pick(zoneExamples).zone
    const show = wallClock(viewer)
    const weekStart = show(around - dice.below(6) * day).date
    const week = showWeekInZone(availability, viewer, weekStart)
    const seen = new Set<number>()
    for (const { date, weekday, timeRanges } of week) {
      for (const { start, end, startTime, endTime } of timeRanges) {
        expect(show(start)).toEqual({ date, time: startTime, weekday })
        // We check the last minute, because at the end itself the clock may already have changed.
        expect(timeText((minutesOf(show(end - minute).time) ?? 0) + 1)).toBe(endTime)
        for (let instant = start; instant < end; instant += minute) {
          if (show(instant).date !== date) expect.fail(`${instant} is not on ${date}`)
          seen.add(instant)
        }
      }
    }
    const from = Date.parse(`${weekStart}T00:00Z`) - day
    const dates = week.map(({ date }) => date)
    const expected = [...listMinutes(findFreeIntervals(availability, from, from + 9 * day))].filter((instant) =>
      dates.includes(show(instant).date),
    )
    expect([...seen]).toEqual(expected)
  })

  it.each(seeds)('has a chart with the minutes of each weekday (seed %d)', (seed) => {
    const { availability } = randomCase(throwDice(4000 + seed))
    const chart = makeWeekChart(availability)
    for (const weekday of weekdays) {
      const { isAvailable, timeRanges } = availability.weeklyAvailability[weekday]
      const expectedMinutes = Array.from({ length: 24 }, (_, hour) => {
        const minutes = Array.from({ length: 60 }, (_, i) => timeText(hour * 60 + i))
        return minutes.filter((time) => isAvailable && timeRanges.some((range) => range.startTime <= time && time < range.endTime)).length
      })
      expect(chart[weekday]).toEqual(expectedMinutes)
    }
  })
})
