import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Criterion, criteria, type MatchResult, makeTable, type Side, type TableRow } from '../../domain/seasons/standings.ts'

const sidesOf = (names: string): Side[] => [...names].map((id, index) => ({ id, lot: index + 1 }))
/** Reads "A2-1B": side A beat side B by 2 to 1. */
const read = (line: string): MatchResult[] =>
  line.split(' ').map((text) => {
    const [, home = '', homeScore, awayScore, away = '', forfeit] = /^(\w)(\d+)-(\d+)(\w)([ha]?)$/.exec(text) ?? []
    const forfeitSide = forfeit === 'h' ? 'home' : forfeit === 'a' ? 'away' : null
    return { home, away, homeScore: Number(homeScore), awayScore: Number(awayScore), forfeitSide }
  })
const show = (table: readonly TableRow[]) => table.map(({ place, id, ahead }) => `${place} ${id}${ahead ? ` ${ahead.by}` : ''}`)

describe('The table of a season', () => {
  it('is sorted by points, with the figures of each side', () => {
    const table = makeTable(sidesOf('ABC'), read('A2-1B B3-3C C0-4A'), { isOver: false })
    expect(show(table)).toEqual(['1 A points', '2 B difference', '3 C'])
    expect(table[0]).toEqual({
      id: 'A',
      place: 1,
      played: 2,
      won: 2,
      drawn: 0,
      lost: 0,
      forfeits: 0,
      scored: 6,
      conceded: 1,
      points: 6,
      ahead: { of: 'B', by: 'points', mine: 6, theirs: 1, among: ['A', 'B', 'C'] },
    })
    expect(table[1]?.ahead).toEqual({ of: 'C', by: 'difference', mine: -1, theirs: -4, among: ['B', 'C'] })
  })

  it('puts the matches between equal sides before the difference', () => {
    const table = makeTable(sidesOf('ABC'), read('A1-0B B9-0C C1-0A C0-1A B8-0C'), { isOver: false })
    expect(show(table)).toEqual(['1 A headToHead', '2 B points', '3 C'])
    expect(table[0]?.ahead).toEqual({ of: 'B', by: 'headToHead', mine: 3, theirs: 0, among: ['A', 'B'] })
  })

  it('does not compare the matches between equal sides before all of them have met', () => {
    expect(show(makeTable(sidesOf('ABCD'), read('A1-0B C5-0D B1-0D'), { isOver: false }))).toEqual([
      '1 C difference',
      '2 A difference',
      '3 B points',
      '4 D',
    ])
  })

  it('compares the sides that are still equal again, with fewer matches', () => {
    // A beats everyone, D loses to everyone. Among B, C and E each won once, so the difference between them decides: E, then B and C.
    const matches = 'A1-0B A1-0C A1-0D A1-0E B1-0D C1-0D E1-0D B1-0C C2-1E E4-0B'
    const table = makeTable(sidesOf('ABCDE'), read(matches), { isOver: false })
    expect(show(table)).toEqual(['1 A points', '2 E headToHeadDifference', '3 C headToHeadDifference', '4 B points', '5 D'])
    expect(table[1]?.ahead).toEqual({ of: 'C', by: 'headToHeadDifference', mine: 3, theirs: 0, among: ['B', 'C', 'E'] })
  })

  it('counts a forfeit as a loss, whatever the score was, and prefers fewer of them', () => {
    const table = makeTable(sidesOf('ABCD'), read('A5-0Ba C0-0D A0-1C B1-0D'), { isOver: false })
    const of = (id: string) => table.find((row) => row.id === id)
    expect(of('A')).toMatchObject({ won: 1, lost: 1, scored: 0, conceded: 1, points: 3 })
    expect(of('B')).toMatchObject({ won: 1, lost: 1, forfeits: 1, scored: 1, conceded: 0, points: 3 })
    const equal = makeTable(sidesOf('ABCD'), read('A0-0Ch'), { isOver: false })
    expect(equal.map(({ id, forfeits }) => [id, forfeits])).toEqual([
      ['C', 0],
      ['B', 0],
      ['D', 0],
      ['A', 1],
    ])
    expect(equal.at(-2)?.ahead).toMatchObject({ by: 'forfeits', mine: 0, theirs: 1 })
  })

  it('draws a lot only when no match is left, and shares places until then', () => {
    expect(show(makeTable(sidesOf('ABC'), [], { isOver: false }))).toEqual(['1 A', '1 B', '1 C'])
    const sides = [
      { id: 'A', lot: 7 },
      { id: 'B', lot: 2 },
      { id: 'C', lot: 5 },
    ]
    expect(show(makeTable(sides, read('A1-1B B1-1C C1-1A'), { isOver: true }))).toEqual(['1 B lot', '2 C lot', '3 A'])
  })

  it('uses the points of the season', () => {
    const rules = { win: 2, draw: 1, loss: 1, forfeitScore: 20 }
    const [first, second] = makeTable(sidesOf('AB'), read('A0-0Bh A1-0B'), { rules, isOver: false })
    expect([first?.id, first?.points, first?.scored]).toEqual(['B', 3, 20])
    expect([second?.id, second?.points, second?.conceded]).toEqual(['A', 3, 20])
  })
})

/** Compares two sides slowly and separately: by the definition of each criterion, among the sides that are equal before it. */
function slowPlaces(sides: readonly Side[], results: readonly MatchResult[], isOver: boolean): Map<string, number> {
  const goals = (id: string, list: readonly MatchResult[]) => {
    let [scored, conceded, points, forfeits] = [0, 0, 0, 0]
    for (const { home, away, homeScore, awayScore, forfeitSide } of list) {
      if (home !== id && away !== id) continue
      const isHome = home === id
      if (forfeitSide !== null) {
        const isMine = (forfeitSide === 'home') === isHome
        if (isMine) forfeits += 1
        else points += 3
        continue
      }
      const [mine, theirs] = isHome ? [homeScore, awayScore] : [awayScore, homeScore]
      scored += mine
      conceded += theirs
      points += mine > theirs ? 3 : mine === theirs ? 1 : 0
    }
    return { scored, conceded, points, forfeits }
  }
  const worthOf = (criterion: Criterion, side: Side, tied: readonly Side[]): number => {
    const all = goals(side.id, results)
    const ids = tied.map(({ id }) => id)
    const between = results.filter(({ home, away }) => ids.includes(home) && ids.includes(away))
    const didAllMeet = ids.every((a) =>
      ids.every((b) => a === b || between.some(({ home, away }) => [home, away].includes(a) && [home, away].includes(b))),
    )
    const own = goals(side.id, between)
    switch (criterion) {
      case 'points':
        return all.points
      case 'headToHead':
        return didAllMeet ? own.points : 0
      case 'headToHeadDifference':
        return didAllMeet ? own.scored - own.conceded : 0
      case 'difference':
        return all.scored - all.conceded
      case 'scored':
        return all.scored
      case 'forfeits':
        return -all.forfeits
      case 'lot':
        return isOver ? -side.lot : 0
    }
  }
  const places = new Map<string, number>()
  const settle = (tied: readonly Side[], offset: number, from: number): void => {
    for (const criterion of criteria.slice(from)) {
      const best = Math.max(...tied.map((side) => worthOf(criterion, side, tied)))
      const leaders = tied.filter((side) => worthOf(criterion, side, tied) === best)
      if (leaders.length === tied.length) continue
      const groups = new Map<number, Side[]>()
      for (const side of tied) groups.set(worthOf(criterion, side, tied), [...(groups.get(worthOf(criterion, side, tied)) ?? []), side])
      let next = offset
      for (const value of [...groups.keys()].sort((a, b) => b - a)) {
        const group = groups.get(value) ?? []
        settle(group, next, 1)
        next += group.length
      }
      return
    }
    for (const { id } of tied) places.set(id, offset)
  }
  settle(sides, 1, 0)
  return places
}

describe('Any season', () => {
  const season = fc.integer({ min: 2, max: 7 }).chain((count) => {
    const sides = sidesOf('ABCDEFG'.slice(0, count))
    const score = fc.integer({ min: 0, max: 2 })
    const match = fc
      .record({
        home: fc.integer({ min: 0, max: count - 1 }),
        step: fc.integer({ min: 1, max: count - 1 }),
        homeScore: score,
        awayScore: score,
        forfeitSide: fc.oneof(
          { weight: 8, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constantFrom('home' as const, 'away' as const) },
        ),
      })
      .map(({ home, step, ...rest }) => ({ ...rest, home: sides[home]?.id ?? '', away: sides[(home + step) % count]?.id ?? '' }))
    return fc.record({ sides: fc.constant(sides), results: fc.array(match, { maxLength: 20 }), isOver: fc.boolean() })
  })

  it('has the places that a slow comparison finds, and explains each of them', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(season, ({ sides, results, isOver }) => {
        const table = makeTable(sides, results, { isOver })
        expect(new Map(table.map(({ id, place }) => [id, place]))).toEqual(slowPlaces(sides, results, isOver))
        table.forEach(({ place, ahead }, index) => {
          const below = table[index + 1]
          expect(ahead === null, 'only a shared place has no reason').toBe(below === undefined || below.place === place)
          if (!ahead) return
          seen.set(ahead.by, (seen.get(ahead.by) ?? 0) + 1)
          expect(ahead.of).toBe(below?.id)
          if (ahead.by === 'forfeits' || ahead.by === 'lot') expect(ahead.mine).toBeLessThan(ahead.theirs)
          else expect(ahead.mine).toBeGreaterThan(ahead.theirs)
        })
      }),
      { numRuns: 3000, seed: 7 },
    )
    for (const criterion of criteria) expect(seen.get(criterion) ?? 0, criterion).toBeGreaterThan(20)
  })

  it('has the same table in whatever order its results came', () => {
    fc.assert(
      fc.property(season, ({ sides, results, isOver }) => {
        expect(makeTable(sides, results.toReversed(), { isOver })).toEqual(makeTable(sides, results, { isOver }))
      }),
      { seed: 7 },
    )
  })
})
