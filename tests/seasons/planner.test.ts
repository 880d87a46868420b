import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countPlanMatches, type PlanSlot, planMatches } from '../../domain/seasons/planner.ts'
import { day, hour } from '../../domain/time/spans.ts'

const start = Date.UTC(2026, 8, 1, 18)

/** One early and one late slot on each of the days. */
const twoADay = (days: number, free: PlanSlot['free'] = {}): PlanSlot[] =>
  Array.from({ length: days }, (_, index) => index).flatMap((index) =>
    [0, 2].map((offset) => {
      const startsAt = start + index * day + offset * hour
      return { startsAt, endsAt: startsAt + 2 * hour, isLate: offset === 2, free }
    }),
  )

const sidesOf = (count: number) => Array.from({ length: count }, (_, index) => `side-${index}`)

describe('A plan of matches', () => {
  it('lets each pair meet as often as asked, with fair turns, and nobody plays twice at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 20 }),
        (count, meetings, spare) => {
          const sides = sidesOf(count)
          const needed = countPlanMatches(count, meetings)
          const slots = twoADay(needed + spare)
          const plan = planMatches(sides, slots, meetings)
          if (!plan) throw new Error('There is no plan.')
          const met = new Map<string, number>()
          for (const { home, away } of plan.matches) {
            const pair = [home, away].sort().join(' ')
            met.set(pair, (met.get(pair) ?? 0) + 1)
          }
          expect(plan.matches).toHaveLength(needed)
          expect(met.size).toBe(countPlanMatches(count, 1))
          expect([...met.values()].every((times) => times === meetings)).toBe(true)
          expect(new Set(plan.matches.map(({ slot }) => slot)).size).toBe(needed)
          for (const side of plan.sides) expect(Math.abs(2 * side.home - side.matches), side.id).toBeLessThanOrEqual(1)
          for (const side of sides) {
            const times = plan.matches.filter(({ home, away }) => home === side || away === side).map(({ slot }) => slots[slot]?.startsAt)
            expect(new Set(times).size).toBe(times.length)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('shares late hours and rest: six sides on twenty days', () => {
    const plan = planMatches(sidesOf(6), twoADay(20), 2)
    const late = plan?.sides.map((side) => side.late) ?? []
    expect(Math.max(...late) - Math.min(...late)).toBeLessThanOrEqual(1)
    for (const side of plan?.sides ?? []) expect(side.restDays, side.id).toBeGreaterThanOrEqual(0.9)
  })

  it('prefers hours at which the people of both sides are free', () => {
    const slots = twoADay(30).map((slot) => ({ ...slot, isLate: false, free: { 'side-0': slot.startsAt % day === start % day ? 1 : 0.2 } }))
    const plan = planMatches(sidesOf(4), slots, 2)
    expect(plan?.sides[0]?.free).toBeGreaterThan(0.9)
  })

  it('plays several matches at the same time on several courts', () => {
    const courts = twoADay(5).flatMap((slot) => [slot, slot, slot])
    const plan = planMatches(sidesOf(6), courts, 1)
    expect(plan?.matches).toHaveLength(15)
  })

  it('is the same each time', () => {
    expect(planMatches(sidesOf(7), twoADay(40), 1)).toEqual(planMatches(sidesOf(7), twoADay(40), 1))
  })

  it('is refused with too few slots, or if a side would play twice at once', () => {
    expect(planMatches(sidesOf(4), twoADay(2), 1)).toBeNull()
    const atOnce = twoADay(1).slice(0, 1)
    expect(planMatches(sidesOf(3), [...atOnce, ...atOnce, ...atOnce], 1)).toBeNull()
    expect(planMatches(['alone'], twoADay(2), 1)).toBeNull()
  })
})
