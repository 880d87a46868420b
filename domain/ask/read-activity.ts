import { type ActivityId, activities } from '../activities.ts'
import { otherActivityNames } from '../activity-names.ts'
import type { Reading } from './pieces.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

const multipleActivities: readonly (readonly [string, readonly ActivityId[]])[] = [['hockey', ['ice-hockey', 'field-hockey']]]

export const activityPhrases = makePhrases<readonly ActivityId[]>([
  ...activities
    .filter(({ id }) => id !== 'other')
    .map(({ id, label }) => [[label.toLowerCase(), ...otherActivityNames(id)].join(', '), [id]] as const),
  ...multipleActivities,
])

export function readActivity(words: readonly Word[], at: number): Reading | null {
  const found = findPhrase(activityPhrases, words, at)
  return found && { length: found.length, meaning: { kind: 'activity', ids: found.meaning } }
}
