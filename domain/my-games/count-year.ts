import { hour } from '../time/spans.ts'
import { instantToLocal, localDayOf } from '../time/wall-clock.ts'

/** A game that a person played. */
export type PlayedGame = { startsAt: number; endsAt: number; timeZone: string; activity: string; placeName: string }

export type CountedYear = {
  games: number
  hours: number
  place: { name: string; games: number } | null
  activity: { id: string; games: number } | null
  weeksInARow: number
}

/** The year in which a game starts, on the clocks of its place. */
export const yearOf = ({ startsAt, timeZone }: Pick<PlayedGame, 'startsAt' | 'timeZone'>): number =>
  Number(instantToLocal(startsAt, timeZone).date.slice(0, 4))

/** The Mondays since 1970. January 1, 1970 was a Thursday. */
const weekOf = ({ startsAt, timeZone }: PlayedGame) => Math.floor((localDayOf(startsAt, timeZone) + 3) / 7)

export function countYear(games: readonly PlayedGame[]): CountedYear {
  const place = findMostFrequent(games.map(({ placeName }) => placeName).filter((name) => name !== ''))
  const activity = findMostFrequent(games.map((game) => game.activity))
  return {
    games: games.length,
    hours: Math.round(games.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0) / hour),
    place: place && { name: place.value, games: place.count },
    activity: activity && { id: activity.value, games: activity.count },
    weeksInARow: countWeeksInARow(games.map(weekOf)),
  }
}

/** The first of those that occur most often. */
function findMostFrequent(values: readonly string[]): { value: string; count: number } | null {
  let best: { value: string; count: number } | null = null
  for (const [value, { length: count }] of Map.groupBy(values, (each) => each)) {
    if (count > (best?.count ?? 0)) best = { value, count }
  }
  return best
}

function countWeeksInARow(weeks: readonly number[]): number {
  let longest = 0
  let current = 0
  let last: number | null = null
  for (const week of [...new Set(weeks)].sort((a, b) => a - b)) {
    current = last !== null && week === last + 1 ? current + 1 : 1
    longest = Math.max(longest, current)
    last = week
  }
  return longest
}
