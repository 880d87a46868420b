/** One scale for all; the words stand at its whole steps. */
const levelWords = ['New', 'Beginner', 'Intermediate', 'Advanced', 'Expert'] as const

/** Every step a person can pick. */
export const levels = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const

/** Players of these know their level as a rating of their own, from 2.0 to 5.5. */
const rated = new Set(['pickleball', 'tennis'])
const lowestRating = 2
const highestRating = 5.5

/** The rating a level stands for, to the nearest half as such ratings go, so that Intermediate is 3.5; null where an activity has none. */
export function ratingOf(activity: string, level: number): string | null {
  if (!rated.has(activity)) return null
  const rating = lowestRating + ((level - 1) / 4) * (highestRating - lowestRating)
  return (Math.ceil(rating * 2 - 0.5) / 2).toFixed(1)
}

/** "Intermediate", "Beginner to intermediate", "3.5 · Intermediate". */
export function levelLabel(activity: string, level: number): string {
  const lower = levelWords[Math.floor(level) - 1] ?? levelWords[0]
  const upper = levelWords[Math.ceil(level) - 1] ?? lower
  const words = lower === upper ? lower : `${lower} to ${upper.toLowerCase()}`
  const rating = ratingOf(activity, level)
  return rating === null ? words : `${rating} · ${words}`
}
