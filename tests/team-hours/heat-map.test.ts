import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { rolesThatCan } from '../../domain/access/can.ts'
import type { Availability } from '../../domain/availability/contract.ts'
import { findBestSlots, slotLength } from '../../domain/team-hours/best-slots.ts'
import { whoSeesHours } from '../../domain/team-hours/contract.ts'
import { countFree, type FreeHalfHours, markFreeStarts, packHalfHours, unpackHalfHours } from '../../domain/team-hours/free-half-hours.ts'
import {
  daysShown,
  describeCell,
  type Grid,
  getHalfHour,
  halfHoursPerDay,
  listGridPeriods,
  makeGrid,
} from '../../domain/team-hours/make-grid.ts'
import { markHours } from '../../domain/team-hours/rules.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { eachWeekday, timeText } from '../../domain/time/clock.ts'
import { day, hour, type Interval, minute } from '../../domain/time/spans.ts'
import { localDayOf } from '../../domain/time/wall-clock.ts'
import { type Dice, everyDay, schedule, throwDice } from '../availability/schedules.ts'
import { mapSlowly, wallClock } from './slow-map.ts'

const openGrid = (timeZone: string, now: number): Grid => {
  const firstDay = localDayOf(now, timeZone)
  return makeGrid(firstDay, listGridPeriods(timeZone, firstDay))
}

const cellNamed = (grid: Grid, date: string, time: string) =>
  grid.cells.findIndex((_, cell) => {
    const shown = describeCell(grid, cell)
    return shown.date === date && shown.time === time
  })

const isFreeAt = (grid: Grid, marks: FreeHalfHours, date: string, time: string): boolean | null => {
  const index = grid.cells[cellNamed(grid, date, time)]
  return index === null || index === undefined ? null : marks[index] === 1
}

/** The first and the last half hour of one date in which the person is free: '17:00-19:30' means until 20:00. */
const freeOn = (grid: Grid, marks: FreeHalfHours, date: string): string[] =>
  Array.from({ length: halfHoursPerDay }, (_, index) => timeText(index * 30)).filter((time) => isFreeAt(grid, marks, date, time))

const mark = (grid: Grid, availability: Availability, busy: Interval[] = []) => markHours(grid, availability, busy)

describe('A night in which clocks change', () => {
  it('has no half hours that clocks skip, in New York in March', () => {
    const grid = openGrid('America/New_York', Date.parse('2027-03-10T12:00Z'))
    const marks = mark(grid, everyDay('America/New_York', ['00:00-24:00']))
    expect(isFreeAt(grid, marks, '2027-03-14', '01:30')).toBe(true)
    expect(isFreeAt(grid, marks, '2027-03-14', '02:00')).toBeNull()
    expect(isFreeAt(grid, marks, '2027-03-14', '02:30')).toBeNull()
    expect(isFreeAt(grid, marks, '2027-03-14', '03:00')).toBe(true)
    expect(new Date(getHalfHour(grid, cellNamed(grid, '2027-03-14', '03:00'))?.start ?? 0).toISOString()).toBe('2027-03-14T07:00:00.000Z')
  })

  it('shows a half hour that occurs twice as the first of the two, in New York in November', () => {
    const grid = openGrid('America/New_York', Date.parse('2027-11-05T12:00Z'))
    const start = (time: string) => new Date(getHalfHour(grid, cellNamed(grid, '2027-11-07', time))?.start ?? 0).toISOString()
    expect([start('01:00'), start('01:30'), start('02:00')]).toEqual([
      '2027-11-07T05:00:00.000Z',
      '2027-11-07T05:30:00.000Z',
      '2027-11-07T07:00:00.000Z',
    ])
    // Two real hours from 1 AM end at 2 AM. Who is only free until 1:30 AM, or from 2 AM on, is not free for them.
    const [early, all] = [['00:00-01:30'], ['00:00-02:00']].map((ranges) => mark(grid, everyDay('America/New_York', ranges)))
    const index = grid.cells[cellNamed(grid, '2027-11-07', '01:00')] ?? 0
    expect([early, all].map((marks) => marks && markFreeStarts(marks, 4)[index])).toEqual([0, 1])
  })

  it('keeps the hours of both in step or apart, when only one of two zones changes', () => {
    // Phoenix has no daylight saving time: 18:00 there is 20:00 in New York in winter, and 21:00 in summer.
    const grid = openGrid('America/New_York', Date.parse('2027-03-10T12:00Z'))
    const marks = mark(grid, everyDay('America/Phoenix', ['18:00-19:00']))
    expect(freeOn(grid, marks, '2027-03-13')).toEqual(['20:00', '20:30'])
    expect(freeOn(grid, marks, '2027-03-14')).toEqual(['21:00', '21:30'])
    // Sydney ends its summer on April 4.
    const sydney = openGrid('Australia/Sydney', Date.parse('2027-04-01T12:00Z'))
    const phoenix = mark(sydney, everyDay('America/Phoenix', ['18:00-19:00']))
    expect(freeOn(sydney, phoenix, '2027-04-03')).toEqual(['12:00', '12:30'])
    expect(freeOn(sydney, phoenix, '2027-04-05')).toEqual(['11:00', '11:30'])
  })
})

describe('Hours of people far away', () => {
  const zones = [
    'Pacific/Pago_Pago',
    'Pacific/Honolulu',
    'America/New_York',
    'UTC',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
  ]

  it.each(zones)('keep an exception on its own date for a person in %s', (zone) => {
    const now = Date.parse('2027-06-01T12:00Z')
    const grid = openGrid('Pacific/Kiritimati', now)
    const weekly = mark(grid, everyDay(zone, ['09:00-21:00']))
    const away = mark(grid, everyDay(zone, ['09:00-21:00'], { '2027-06-10': [] }))
    const show = wallClock(zone)
    const lost = grid.halfHours.filter((_, index) => weekly[index] === 1 && away[index] === 0)
    expect(lost.length).toBeGreaterThan(21)
    expect(new Set(lost.map(({ start }) => show(start).date))).toEqual(new Set(['2027-06-10']))
  })
})

describe('Midnight', () => {
  const now = Date.parse('2027-06-07T12:00Z')
  const grid = openGrid('America/Chicago', now)

  it('is a valid end, and hours go on after it', () => {
    const late = mark(grid, schedule('America/Chicago', { friday: ['22:00-24:00'], saturday: ['00:00-01:00'] }))
    expect(freeOn(grid, late, '2027-06-11')).toEqual(['22:00', '22:30', '23:00', '23:30'])
    const starts = markFreeStarts(late, slotLength)
    const canStart = (date: string, time: string) => starts[grid.cells[cellNamed(grid, date, time)] ?? -1]
    expect(['22:00', '22:30', '23:00', '23:30'].map((time) => canStart('2027-06-11', time))).toEqual([1, 1, 1, 0])
  })

  it('at the end of the last day is not the end of a game', () => {
    const always = mark(grid, everyDay('America/Chicago', ['00:00-24:00']))
    const last = grid.cells.at(-1) ?? -1
    expect(markFreeStarts(always, slotLength)[last]).toBe(1)
  })
})

describe('Games', () => {
  it('take away every half hour that they touch', () => {
    const grid = openGrid('UTC', Date.parse('2027-06-07T00:00Z'))
    const start = Date.parse('2027-06-08T18:15Z')
    const marks = mark(grid, everyDay('UTC', ['17:00-20:00']), [{ start, end: start + 30 * minute }])
    expect(freeOn(grid, marks, '2027-06-08')).toEqual(['17:00', '17:30', '19:00', '19:30'])
    expect(freeOn(grid, marks, '2027-06-09')).toHaveLength(6)
  })
})

const mapZones = [
  { zone: 'America/New_York', around: ['2027-03-14T07:00Z', '2027-11-07T06:00Z'] },
  { zone: 'Australia/Sydney', around: ['2027-04-03T16:00Z', '2027-10-02T16:00Z', '2027-03-14T07:00Z', '2027-11-07T06:00Z'] },
  { zone: 'America/Phoenix', around: ['2027-03-14T07:00Z', '2027-11-07T06:00Z'] },
  { zone: 'Australia/Lord_Howe', around: ['2027-04-03T15:00Z', '2027-10-02T15:30Z'] },
  { zone: 'Asia/Kathmandu', around: ['2027-03-14T07:00Z'] },
] as const

const personZones = [
  ...['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'America/New_York', 'Australia/Sydney', 'America/Phoenix', 'Asia/Kathmandu'],
  ...['Pacific/Chatham', 'Australia/Lord_Howe', 'Europe/London', 'Antarctica/Troll'],
]

function randomPerson(dice: Dice, around: number) {
  const ranges = () => {
    const cuts = [...new Set(Array.from({ length: 2 * dice.below(4) }, () => 5 * dice.below(289)))].sort((a, b) => a - b)
    if (dice.below(4) === 0) return ['00:00-24:00']
    return cuts.flatMap((cut, index) => {
      const end = cuts[index + 1]
      return index % 2 === 0 && end !== undefined ? [`${timeText(cut)}-${timeText(end)}`] : []
    })
  }
  const dates = Object.fromEntries(
    Array.from({ length: dice.below(4) }, () => [new Date(around + (dice.below(5) - 2) * day).toISOString().slice(0, 10), ranges()]),
  )
  const busy = Array.from({ length: dice.below(3) }, () => {
    const start = around + (dice.below(72) - 36) * hour + 5 * minute * dice.below(12)
    return { start, end: start + 15 * minute * (1 + dice.below(12)) }
  })
  return { availability: schedule(dice.pick(personZones), eachWeekday(ranges), dates), busy }
}

const rounds = env.SOAK === 'full' ? 400 : 12

describe('The map', () => {
  it.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    'has the same numbers as a check of every five minutes (seed %d)',
    (seed) => {
      const dice = throwDice(seed)
      const { zone, around: changes } = mapZones[seed % mapZones.length] ?? mapZones[0]
      const around = Date.parse(dice.pick<string>(changes))
      const people = Array.from({ length: 2 + dice.below(5) }, () => randomPerson(dice, around))
      // The change is somewhere in the four weeks, also on the first or the last day.
      const grid = openGrid(zone, around - dice.below(daysShown) * day)
      const counts = countFree(
        grid,
        people.map(({ availability, busy }) => mark(grid, availability, busy)),
      )
      const show = wallClock(zone)
      const from = Math.floor((around - 36 * hour) / hour) * hour
      const expected = mapSlowly(people, zone, from, around + 36 * hour)
      let compared = 0
      for (const cell of grid.cells.keys()) {
        const { date, time } = describeCell(grid, cell)
        const half = getHalfHour(grid, cell)
        const isNear = half && half.start >= from + hour && half.end < around + 35 * hour
        if (!isNear) continue
        expect(`${show(half.start).date} ${show(half.start).time}`).toBe(`${date} ${time}`)
        expect(counts[grid.cells[cell] ?? -1], `${date} ${time}`).toBe(expected.get(`${date} ${time}`))
        compared += 1
      }
      expect(compared).toBeGreaterThan(10)
    },
  )

  it('survives being packed', () => {
    const dice = throwDice(3)
    const grid = openGrid('America/New_York', Date.parse('2027-11-01T12:00Z'))
    const marks = Uint8Array.from(grid.halfHours, () => dice.below(2))
    expect(unpackHalfHours(packHalfHours(marks), grid)).toEqual(marks)
    expect(packHalfHours(marks).length).toBeLessThan(350)
  })
})

describe('The best times of the week', () => {
  const now = Date.parse('2027-06-07T12:00Z')
  const grid = openGrid('America/Chicago', now)

  it('count only people who can come on every date', () => {
    const regular = schedule('America/Chicago', { tuesday: ['18:00-20:00'] })
    const away = schedule('America/Chicago', { tuesday: ['18:00-20:00'] }, { '2027-06-15': [] })
    const best = findBestSlots(
      grid,
      [regular, regular, away].map((hours) => mark(grid, hours)),
      now,
    )
    expect(best).toEqual([{ weekday: 'tuesday', startTime: '18:00', date: '2027-06-08', count: 2 }])
  })

  it('leave out what has begun today, and still list the time for later weeks', () => {
    const hours = schedule('America/Chicago', { monday: ['06:00-08:00', '18:00-20:00'] })
    // It is 7 AM on a Monday in Chicago.
    expect(findBestSlots(grid, [mark(grid, hours)], now).map(({ startTime, date }) => `${date} ${startTime}`)).toEqual([
      '2027-06-07 18:00',
      '2027-06-14 06:00',
    ])
  })

  it('are ranked like a slow search, and do not overlap', () => {
    const dice = throwDice(11)
    const people = Array.from({ length: 9 }, () => mark(grid, randomPerson(dice, now + 10 * day).availability))
    const best = findBestSlots(grid, people, now)
    const slow = grid.cells.flatMap((index, cell) => {
      if (cell >= 7 * halfHoursPerDay || index === null) return []
      const weeks = [0, 1, 2, 3].flatMap((week) => {
        const one = grid.cells[cell + week * 7 * halfHoursPerDay]
        return typeof one === 'number' && (grid.halfHours[one]?.start ?? 0) >= now ? [one] : []
      })
      const count = people.filter((person) => weeks.every((one) => [0, 1, 2, 3].every((later) => person[one + later] === 1))).length
      return [{ count, minutes: cell * 30, ...describeCell(grid, cell) }]
    })
    expect(best[0]?.count).toBe(Math.max(...slow.map(({ count }) => count)))
    for (const { weekday, startTime, count } of best)
      expect(slow.find((one) => one.weekday === weekday && one.time === startTime)?.count).toBe(count)
    expect(best.map(({ count }) => count)).toEqual(best.map(({ count }) => count).toSorted((a, b) => b - a))
    // Everything better than the last one overlaps one of the list.
    const chosen = slow.filter((one) => best.some((slot) => slot.weekday === one.weekday && slot.startTime === one.time))
    const findNear = (to: { minutes: number }) => {
      const apart = (one: { minutes: number }) => Math.abs(one.minutes - to.minutes)
      return chosen.filter((one) => 120 > Math.min(apart(one), 7 * 1440 - apart(one)))
    }
    const better = slow.filter(({ count }) => count > (best.at(-1)?.count ?? 0))
    for (const one of better) expect(findNear(one)).not.toEqual([])
    for (const one of chosen) expect(findNear(one)).toEqual([one])
  })
})

it('The sentence about who sees people names the roles that may', () => {
  const named = teamRoles.filter((role) => role !== 'member' && whoSeesHours.includes(role))
  expect(named).toEqual(rolesThatCan('hours.viewPeople'))
})
