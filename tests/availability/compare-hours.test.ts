import { describe, expect, it } from 'vitest'
import { compareHours, pickSettledWeek, summarizeWeek } from '../../domain/availability/compare-hours.ts'
import { eachWeekday, timeText, weekdays } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { range, schedule, throwDice } from './schedules.ts'

const week = (hours: Parameters<typeof schedule>[1]) => schedule('UTC', hours).weeklyAvailability
const none = week({})
const weekdayEvenings = week({ monday: ['17:00-20:00'], tuesday: ['17:00-20:00'], wednesday: ['17:00-20:00'], thursday: ['17:00-20:00'] })

describe('Hours that count', () => {
  const now = 100 * day
  const since = (ago: number, earlierWeekly = none) => ({ weekly: weekdayEvenings, weeklySince: now - ago, earlierWeekly })

  it('are those of before, until the new ones have stood for a day', () => {
    expect(pickSettledWeek(since(day - 1), now)).toBe(none)
    expect(pickSettledWeek(since(day), now)).toBe(weekdayEvenings)
    expect(pickSettledWeek({ ...since(23 * hour), earlierWeekly: null }, now)).toBeNull()
  })
})

describe('How similar the hours of two people are', () => {
  it('is unknown if one of them has no hours', () => {
    expect([compareHours(null, none), compareHours(none, null)]).toEqual([null, null])
  })

  it.each([
    ['none', weekdayEvenings, none],
    ['none', weekdayEvenings, week({ saturday: ['17:00-20:00'], monday: ['09:00-17:00'] })],
    ['aLittle', weekdayEvenings, week({ friday: ['18:00-20:00'] })],
    ['aLittle', week({ friday: ['18:00-20:00'] }), weekdayEvenings],
    ['some', week({ monday: ['17:00-20:00'], friday: ['17:00-20:00'] }), weekdayEvenings],
    ['aLot', weekdayEvenings, weekdayEvenings],
    ['aLot', eachWeekday(() => ({ isAvailable: true, timeRanges: [range('00:00-24:00')] })), weekdayEvenings],
  ])('is %s', (expected, own, other) => {
    expect(compareHours(own, other)).toBe(expected)
  })

  it('counts a range that crosses noon in both parts of the day', () => {
    expect(summarizeWeek(week({ saturday: ['10:00-14:00'] }))).toEqual(['none', 'none', 'none', 'few', 'few', 'none'])
    expect(summarizeWeek(week({ sunday: ['06:00-24:00'] }))).toEqual(['none', 'none', 'none', 'many', 'many', 'many'])
  })

  it('depends on the other person only through one of 729 summaries, whatever anyone asks', () => {
    const dice = throwDice(41)
    const randomWeek = () =>
      eachWeekday(() => {
        const start = dice.below(23 * 60)
        const timeRanges = dice.below(3) === 0 ? [] : [range(`${timeText(start)}-${timeText(start + 30 + dice.below(1440 - start - 30))}`)]
        return { isAvailable: timeRanges.length > 0, timeRanges }
      })
    const questions = Array.from({ length: 40 }, randomWeek)
    // The questions of somebody who looks for single hours.
    for (const weekday of weekdays)
      for (let at = 0; at < 24; at++) questions.push(week({ [weekday]: [`${timeText(at * 60)}-${timeText(at * 60 + 60)}`] }))
    const answers = new Map<string, string>()
    for (let n = 0; n < 200; n++) {
      const other = randomWeek()
      const summary = JSON.stringify(summarizeWeek(other))
      const given = JSON.stringify(questions.map((own) => compareHours(own, other)))
      expect(answers.get(summary) ?? given).toBe(given)
      answers.set(summary, given)
    }
    expect(answers.size).toBeGreaterThan(40)
    expect(answers.size).toBeLessThanOrEqual(3 ** 6)
  })
})
