import { describe, expect, it } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { checkGames, planGames } from '../../domain/seasons/plan-games.ts'
import type { PlanForm } from '../../domain/seasons/planner-contract.ts'
import { hour } from '../../domain/time/spans.ts'

const where = { placeId: null, name: 'Northside Courts', address: '', lat: 30.2672, lng: -97.7431 }
const frame = { season: { startDate: '2031-09-01', endDate: '2031-11-30' }, zone: 'America/Chicago', now: Date.UTC(2031, 7, 1) }
const form = (more: Partial<PlanForm> = {}): PlanForm => ({
  ...{ groupIds: ['a', 'b', 'c', 'd'], meetings: 2, weekdays: ['monday', 'thursday'], startTimes: ['18:00', '20:00'], durationMinutes: 90 },
  ...{ courts: 1, restDays: 2, where },
  ...more,
})

const faultOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.issues[0]?.path}`
    throw error
  }
  return null
}

describe('The games of a plan', () => {
  it('are fair in turns at home, rest and late starts, and the numbers say so', () => {
    const { games, sides } = planGames(form(), frame)
    expect(games).toHaveLength(12)
    for (const side of sides) {
      expect(side).toMatchObject({ games: 6, home: 3, free: null })
      expect(side.restDays, side.groupId).toBeGreaterThanOrEqual(2)
      expect(Math.abs(side.late - 3), side.groupId).toBeLessThanOrEqual(1)
    }
    for (const { date, startsAt } of games) expect(new Date(startsAt).toISOString() > date).toBe(true)
    expect(games.map(({ startsAt }) => startsAt)).toEqual(games.map(({ startsAt }) => startsAt).sort((one, other) => one - other))
  })

  it('are on hours at which people can come, of those who share them', () => {
    const { games } = planGames(form(), frame)
    const all = [{ start: frame.now, end: frame.now + 200 * 24 * hour }]
    const { sides } = planGames(form(), frame, [
      { groupId: 'a', people: [all, []] },
      { groupId: 'b', people: [] },
    ])
    expect(games).toHaveLength(12)
    expect(sides.map(({ groupId, free }) => `${groupId} ${free}`)).toEqual(['a 50', 'b null', 'c null', 'd null'])
  })

  it('are refused with the field if there is no time for them, or too many', () => {
    const short = { ...frame, season: { startDate: '2031-09-01', endDate: '2031-09-08' } }
    expect(faultOf(() => planGames(form(), short))).toBe('PlanDoesNotFit weekdays')
    // There are enough courts, but a group would play several games at once.
    expect(faultOf(() => planGames(form({ courts: 8, weekdays: ['monday'] }), short))).toBe('PlanDoesNotFit weekdays')
    const many = Array.from({ length: 12 }, (_, index) => `g${index}`)
    const long = form({ groupIds: many, meetings: 4, weekdays: ['monday', 'wednesday', 'friday'], courts: 8 })
    expect(planGames(long, frame).games).toHaveLength(264)
  })

  it('are checked again before they are made', () => {
    const games = planGames(form(), frame).games.map(({ startsAt: _, ...game }) => game)
    expect(checkGames([...games].reverse(), 90, frame).map(({ date }) => date)).toEqual(games.map(({ date }) => date))
    const [first] = games
    if (!first) throw new Error('There is no game.')
    const check = (more: object) => faultOf(() => checkGames([first, { ...first, ...more }], 90, frame))
    expect(check({ homeGroupId: 'x', awayGroupId: 'y' })).toBeNull()
    expect(check({ homeGroupId: 'x' })).toBe('SidePlaysTwice games')
    expect(check({ homeGroupId: 'x', awayGroupId: 'y', date: '2031-12-01' })).toBe('SessionNotInSeason games')
    expect(faultOf(() => checkGames([first], 90, { ...frame, now: Date.UTC(2031, 11, 1) }))).toBe('TimeInPast games')
  })
})
