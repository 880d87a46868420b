/** What a side gets for a match, and the score that counts when one side does not show up. */
export type PointRules = { win: number; draw: number; loss: number; forfeitScore: number }

const defaultPointRules: PointRules = { win: 3, draw: 1, loss: 0, forfeitScore: 0 }

/** A side of the season, which is one of its groups. `lot` is a random number that each group gets when it is created. */
export type Side = { id: string; lot: number }

/** A result that counts. If a side forfeits, the other side wins, whatever the score says. */
export type MatchResult = { home: string; away: string; homeScore: number; awayScore: number; forfeitSide: 'home' | 'away' | null }

/** The order in which sides are compared. Each one only decides between sides that all criteria before it left equal. */
export const criteria = ['points', 'headToHead', 'headToHeadDifference', 'difference', 'scored', 'forfeits', 'lot'] as const
export type Criterion = (typeof criteria)[number]

/** Why a side is ahead of the side below it. `among` are the sides that were equal until this criterion. */
export type Ahead = { of: string; by: Criterion; mine: number; theirs: number; among: string[] }

/** A match between a side and the side below it, from the view of the first. */
export type Meeting = {
  mine: number
  theirs: number
  /** The id of the side that did not show up. */
  forfeiting: string | null
  startsAt: number
  timeZone: string
}

export type TableRow = {
  id: string
  /** Sides that nothing separates share a place. */
  place: number
  played: number
  won: number
  drawn: number
  lost: number
  forfeits: number
  scored: number
  conceded: number
  points: number
  /** Null for the last side, and for a side that shares its place with the one below it. */
  ahead: Ahead | null
}

type Tally = Omit<TableRow, 'place' | 'ahead'>
type Score = {
  id: string
  other: string
  scored: number
  conceded: number
  points: number
  outcome: 'won' | 'drawn' | 'lost'
  forfeited: boolean
}
type Facts = { scores: readonly Score[]; lots: ReadonlyMap<string, number>; isOver: boolean }

function readScores(results: readonly MatchResult[], rules: PointRules): Score[] {
  return results.flatMap(({ home, away, homeScore, awayScore, forfeitSide }) => {
    const scores = {
      home: forfeitSide === null ? homeScore : forfeitSide === 'away' ? rules.forfeitScore : 0,
      away: forfeitSide === null ? awayScore : forfeitSide === 'home' ? rules.forfeitScore : 0,
    }
    const scoreOf = (side: 'home' | 'away'): Score => {
      const other = side === 'home' ? 'away' : 'home'
      const outcome = forfeitSide === side ? 'lost' : forfeitSide === other ? 'won' : compareScores(scores[side], scores[other])
      return {
        id: side === 'home' ? home : away,
        other: side === 'home' ? away : home,
        scored: scores[side],
        conceded: scores[other],
        points: { won: rules.win, drawn: rules.draw, lost: rules.loss }[outcome],
        outcome,
        forfeited: forfeitSide === side,
      }
    }
    return [scoreOf('home'), scoreOf('away')]
  })
}

const compareScores = (mine: number, theirs: number) => (mine > theirs ? 'won' : mine < theirs ? 'lost' : 'drawn')

function tallySide(id: string, scores: readonly Score[]): Tally {
  const own = scores.filter((score) => score.id === id)
  const count = (test: (score: Score) => boolean) => own.filter(test).length
  const sum = (pick: (score: Score) => number) => own.reduce((total, score) => total + pick(score), 0)
  return {
    id,
    played: own.length,
    won: count(({ outcome }) => outcome === 'won'),
    drawn: count(({ outcome }) => outcome === 'drawn'),
    lost: count(({ outcome }) => outcome === 'lost'),
    forfeits: count(({ forfeited }) => forfeited),
    scored: sum(({ scored }) => scored),
    conceded: sum(({ conceded }) => conceded),
    points: sum(({ points }) => points),
  }
}

/** The scores of the matches between these sides only. */
function scoresAmong(tied: readonly Tally[], scores: readonly Score[]): Score[] {
  const ids = new Set(tied.map(({ id }) => id))
  return scores.filter(({ id, other }) => ids.has(id) && ids.has(other))
}

/** Matches between sides only decide once each of them has met each other one. Before that, who met a weaker side would be ahead. */
const haveAllMet = (tied: readonly Tally[], among: readonly Score[]): boolean =>
  new Set(among.map(({ id, other }) => JSON.stringify([id, other]))).size === tied.length * (tied.length - 1)

/** The number of each tied side for this criterion, where more is better. Null if the criterion cannot decide between them. */
function valuesFor(criterion: Criterion, tied: readonly Tally[], { scores, lots, isOver }: Facts): ((side: Tally) => number) | null {
  if (criterion === 'headToHead' || criterion === 'headToHeadDifference') {
    const among = scoresAmong(tied, scores)
    if (!haveAllMet(tied, among)) return null
    const tallies = new Map(tied.map(({ id }) => [id, tallySide(id, among)]))
    return ({ id }) => {
      const tally = tallies.get(id)
      if (!tally) return 0
      return criterion === 'headToHead' ? tally.points : tally.scored - tally.conceded
    }
  }
  if (criterion === 'lot') return isOver ? ({ id }) => -(lots.get(id) ?? 0) : null
  if (criterion === 'difference') return ({ scored, conceded }) => scored - conceded
  if (criterion === 'forfeits') return ({ forfeits }) => -forfeits
  return (side) => side[criterion]
}

type Sorted = { side: Tally; ahead: Ahead | null }

/**
 * Sorts sides that are equal so far. When a criterion separates them, the sides that are still equal are compared again from the
 * matches between them, because now fewer matches count. `start` is the index of the first criterion that is left.
 */
function sortTied(tied: readonly Tally[], facts: Facts, start: number): Sorted[] {
  const [only] = tied
  if (only && tied.length === 1) return [{ side: only, ahead: null }]
  for (const criterion of criteria.slice(start)) {
    const readValue = valuesFor(criterion, tied, facts)
    if (!readValue) continue
    const values = [...new Set(tied.map(readValue))].sort((a, b) => b - a)
    if (values.length === 1) continue
    const among = tied.map(({ id }) => id)
    const parts = values.map((value) => ({
      value,
      sorted: sortTied(
        tied.filter((side) => readValue(side) === value),
        facts,
        1,
      ),
    }))
    return parts.flatMap(({ value, sorted }, index) => {
      const below = parts[index + 1]
      const first = below?.sorted[0]
      if (!below || !first) return sorted
      const ahead = { of: first.side.id, by: criterion, mine: Math.abs(value), theirs: Math.abs(below.value), among }
      const signed = criterion === 'forfeits' || criterion === 'lot' ? ahead : { ...ahead, mine: value, theirs: below.value }
      return sorted.map((entry, position) => (position === sorted.length - 1 ? { ...entry, ahead: signed } : entry))
    })
  }
  return tied.map((side) => ({ side, ahead: null }))
}

/**
 * Makes the table of a season from its results. `isOver` says that no match is left: only then a lot decides, and until then sides
 * that nothing separates share a place, in the order in which they are given.
 */
export function makeTable(
  sides: readonly Side[],
  results: readonly MatchResult[],
  { rules = defaultPointRules, isOver }: { rules?: PointRules; isOver: boolean },
): TableRow[] {
  const scores = readScores(results, rules)
  const lots = new Map(sides.map(({ id, lot }) => [id, lot]))
  const sorted = sortTied(
    sides.map(({ id }) => tallySide(id, scores)),
    { scores, lots, isOver },
    0,
  )
  let place = 1
  return sorted.map(({ side, ahead }, index) => {
    if (sorted[index - 1]?.ahead) place = index + 1
    return { ...side, place, ahead }
  })
}

/** The matches that put a side ahead of the one below it, oldest first. None if something else decided, or more than two sides were equal. */
export function findMeetings(
  { id, ahead }: TableRow,
  matches: readonly (MatchResult & { startsAt: number; timeZone: string })[],
): Meeting[] {
  if (!ahead || ahead.among.length > 2 || (ahead.by !== 'headToHead' && ahead.by !== 'headToHeadDifference')) return []
  return matches
    .flatMap(({ home, away, homeScore, awayScore, forfeitSide, startsAt, timeZone }): Meeting[] => {
      const forfeiting = forfeitSide === null ? null : forfeitSide === 'home' ? home : away
      if (home === id && away === ahead.of) return [{ mine: homeScore, theirs: awayScore, forfeiting, startsAt, timeZone }]
      if (away === id && home === ahead.of) return [{ mine: awayScore, theirs: homeScore, forfeiting, startsAt, timeZone }]
      return []
    })
    .sort((a, b) => a.startsAt - b.startsAt)
}
