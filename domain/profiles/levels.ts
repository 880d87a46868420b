/** The names of the whole levels 1 to 5. All activities share this scale. */
const levelNames = ['New', 'Beginner', 'Intermediate', 'Advanced', 'Expert'] as const

/** Every step a person can pick. */
export const levels = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const

/** Activities whose players also use a rating from 2.0 to 5.5. */
const ratedActivities = new Set(['pickleball', 'tennis'])
const minRating = 2
const maxRating = 5.5

/** The rating that matches a level, rounded to halves, so that Intermediate is 3.5. Null for activities without ratings. */
export function ratingOf(activity: string, level: number): string | null {
  if (!ratedActivities.has(activity)) return null
  const rating = minRating + ((level - 1) / 4) * (maxRating - minRating)
  return (Math.ceil(rating * 2 - 0.5) / 2).toFixed(1)
}

/** "Intermediate", "Beginner to intermediate", "3.5 · Intermediate". */
export function formatLevel(activity: string, level: number): string {
  const lower = levelNames[Math.floor(level) - 1] ?? levelNames[0]
  const upper = levelNames[Math.ceil(level) - 1] ?? lower
  const words = lower === upper ? lower : `${lower} to ${upper.toLowerCase()}`
  const rating = ratingOf(activity, level)
  return rating === null ? words : `${rating} · ${words}`
}
