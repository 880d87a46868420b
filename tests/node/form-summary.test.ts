import { describe, expect, it } from 'vitest'
import { averageOf, listNumberBars } from '../../domain/forms/summarize-numbers.ts'

const counted = (...numbers: number[]) =>
  [...Map.groupBy(numbers, (number) => number)].map(([value, all]) => ({ value, count: all.length })).sort((a, b) => a.value - b.value)

describe('The numbers that were answered', () => {
  it('have a bar each if there are few', () => {
    expect(listNumberBars(counted(3, 1, 3))).toEqual([
      { from: 1, to: 1, count: 1 },
      { from: 3, to: 3, count: 2 },
    ])
    expect(listNumberBars([])).toEqual([])
  })

  it('share round bars if there are many, and each counts once', () => {
    expect(
      listNumberBars(counted(...Array.from({ length: 40 }, (_, index) => index))).map(({ from, to, count }) => [from, to, count]),
    ).toEqual([
      [0, 5, 5],
      [5, 10, 5],
      [10, 15, 5],
      [15, 20, 5],
      [20, 25, 5],
      [25, 30, 5],
      [30, 35, 5],
      [35, 40, 5],
    ])
  })

  it('are all in a few bars, whatever they are', () => {
    const spreads = [0.001, 0.1, 1, 7, 1234, 10 ** 9]
    for (const spread of spreads)
      for (const start of [-5 * spread, 0, 3.3 * spread]) {
        const numbers = Array.from({ length: 60 }, (_, index) => start + (spread * (index * 37)) / 60)
        const bars = listNumberBars(counted(...numbers))
        expect(bars.length).toBeLessThanOrEqual(9)
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(60)
      }
  })

  it('have an average, unless there are none', () => {
    expect(averageOf(counted(1, 2, 2, 5))).toBe(2.5)
    expect(averageOf([])).toBeNull()
  })
})
