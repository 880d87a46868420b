import { day } from '../time/spans.ts'

/** A time at which one match can be played. `free` says for each side which part of its people is free then, from 0 to 1. */
export type PlanSlot = { startsAt: number; endsAt: number; isLate: boolean; free: Readonly<Record<string, number>> }

/** `slot` is the position in the given slots. */
export type PlannedMatch = { slot: number; home: string; away: string }

/** What the plan means for one side. */
export type SideNumbers = {
  id: string
  matches: number
  home: number
  late: number
  /** The shortest time between two of its matches, in days. Null with fewer than two matches. */
  restDays: number | null
  /** The part of its people who are free at its matches, on average, from 0 to 1. */
  free: number
}

export type Plan = { matches: PlannedMatch[]; sides: SideNumbers[] }

/** The number of matches in which each side meets each other side `meetings` times. */
export const countPlanMatches = (sides: number, meetings: number) => (sides * (sides - 1) * meetings) / 2

/**
 * Pairs the sides in rounds, so that each side plays once in each round. Every second meeting of two sides is at the other side, and
 * the rest is shared so that no side is at home more than one time more or less than away.
 */
function pairSides(sides: readonly string[], meetings: number): Omit<PlannedMatch, 'slot'>[] {
  const count = sides.length
  // With an odd number of sides, one of them has no match in each round.
  const rounds = count % 2 === 0 ? count - 1 : count
  const pairs: Omit<PlannedMatch, 'slot'>[] = []
  for (let round = 0; round < rounds * meetings; round++) {
    const turn = round % rounds
    const isReturn = Math.floor(round / rounds) % 2 === 1
    for (let step = 0; 2 * step < count; step++) {
      const one = (turn + step) % rounds
      const other = step === 0 ? count - 1 : (turn - step + rounds) % rounds
      if (one === other || (step === 0 && count % 2 === 1)) continue
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const distance = high - low
      const isLowHome = 2 * distance === count ? low % 2 === 0 : 2 * distance < count
      const [home = '', away = ''] = isLowHome === isReturn ? [sides[high], sides[low]] : [sides[low], sides[high]]
      pairs.push({ home, away })
    }
  }
  return pairs
}

/** How bad each thing is. A plan in which a side plays two matches at the same time is never given out. */
const costs = { sameTime: 1_000_000, rest: 40, late: 15, free: 10 }

/** More days between two matches do not count as more rest. */
const maxRestDays = 6

const swapsPerSlot = 150
const maxSwaps = 20_000

/** Numbers below 1, always the same ones, because a plan must not change when it is made again from the same facts. */
function makeNumbers() {
  let state = 7919
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Match = Omit<PlannedMatch, 'slot'>
type Played = { match: Match; slot: PlanSlot }

const hasSide = (id: string, match: Match) => match.home === id || match.away === id

/** How unfair the plan is for a side, which plays in these slots. They are in the order of time. */
function costOf(id: string, played: readonly PlanSlot[], { rest, lateShare }: { rest: number; lateShare: number }): number {
  let cost = 0
  let late = 0
  let previous: PlanSlot | undefined
  for (const slot of played) {
    cost += costs.free * (1 - (slot.free[id] ?? 1))
    if (slot.isLate) late += 1
    if (previous && slot.startsAt < previous.endsAt) cost += costs.sameTime
    else if (previous) cost += costs.rest * Math.max(0, rest - (slot.startsAt - previous.startsAt) / day) ** 2
    previous = slot
  }
  return cost + costs.late * Math.max(0, Math.abs(late - played.length * lateShare) - 0.5) ** 2
}

function countNumbers(id: string, played: readonly Played[]): SideNumbers {
  const gaps = played.slice(1).map(({ slot }, index) => (slot.startsAt - (played[index]?.slot.startsAt ?? 0)) / day)
  return {
    id,
    matches: played.length,
    home: played.filter(({ match }) => match.home === id).length,
    late: played.filter(({ slot }) => slot.isLate).length,
    restDays: gaps.length === 0 ? null : Math.min(...gaps),
    free: played.reduce((sum, { slot }) => sum + (slot.free[id] ?? 1), 0) / Math.max(1, played.length),
  }
}

/**
 * Plans who plays whom and when: each side meets each other one `meetings` times. It starts with rounds in the order of time, and
 * swaps two slots as long as that makes the plan fairer. Null if there are too few slots, or if a side would have to play twice at
 * the same time. `wishedRest` is the time between two matches of a side that is wished for, in days.
 */
export function planMatches(sides: readonly string[], slots: readonly PlanSlot[], meetings: number, wishedRest = 0): Plan | null {
  const pairs = pairSides(sides, meetings)
  if (pairs.length === 0 || slots.length < pairs.length) return null
  const inOrder = slots.map((slot, index) => ({ slot, index })).sort((a, b) => a.slot.startsAt - b.slot.startsAt || a.index - b.index)
  // Slots that stay empty are spread over the whole time.
  const plan: (Match | null)[] = inOrder.map(() => null)
  for (const [index, pair] of pairs.entries()) plan[Math.floor((index * slots.length) / pairs.length)] = pair

  const first = inOrder[0]?.slot.startsAt ?? 0
  const last = inOrder.at(-1)?.slot.startsAt ?? 0
  const goals = {
    rest: Math.max(wishedRest, Math.min(maxRestDays, (last - first) / day / Math.max(1, (sides.length - 1) * meetings))),
    lateShare: slots.filter(({ isLate }) => isLate).length / slots.length,
  }
  const positionsOf = new Map(sides.map((id) => [id, plan.flatMap((match, position) => (match && hasSide(id, match) ? [position] : []))]))
  const listSlots = (positions: readonly number[]) => positions.flatMap((position) => inOrder[position]?.slot ?? [])
  const listPlayed = (positions: readonly number[]): Played[] =>
    positions.flatMap((position) => {
      const match = plan[position]
      const slot = inOrder[position]?.slot
      return match && slot ? [{ match, slot }] : []
    })
  const costOfSide = new Map([...positionsOf].map(([id, positions]) => [id, costOf(id, listSlots(positions), goals)]))

  const random = makeNumbers()
  for (let swap = 0; swap < Math.min(maxSwaps, swapsPerSlot * slots.length); swap++) {
    const [a, b] = [Math.floor(random() * plan.length), Math.floor(random() * plan.length)]
    const [one, other] = [plan[a] ?? null, plan[b] ?? null]
    if (one === other) continue
    plan[a] = other
    plan[b] = one
    const changed = sides.filter((id) => [one, other].some((match) => match && hasSide(id, match)))
    const next = changed.map((id) => {
      const positions = (positionsOf.get(id) ?? []).map((position) => (position === a ? b : position === b ? a : position))
      positions.sort((one, other) => one - other)
      return { id, positions, cost: costOf(id, listSlots(positions), goals) }
    })
    const before = changed.reduce((sum, id) => sum + (costOfSide.get(id) ?? 0), 0)
    if (next.reduce((sum, { cost }) => sum + cost, 0) <= before) {
      for (const { id, positions, cost } of next) {
        positionsOf.set(id, positions)
        costOfSide.set(id, cost)
      }
    } else [plan[a], plan[b]] = [one, other]
  }
  if ([...costOfSide.values()].some((cost) => cost >= costs.sameTime)) return null

  const matches = inOrder.flatMap(({ index }, position) => {
    const match = plan[position]
    return match ? [{ slot: index, ...match }] : []
  })
  return { matches, sides: [...positionsOf].map(([id, positions]) => countNumbers(id, listPlayed(positions))) }
}
