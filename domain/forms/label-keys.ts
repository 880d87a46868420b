import { foldName } from '../profiles/name-words.ts'

/** How the label of a submission, and what is searched in it, are compared: without capitals and accents. */
export const foldLabel = foldName

/** The forms in which the label of a submission is searched: from its beginning, and by its last word, such as a surname. */
export function labelKeys(label: string): { labelKey: string; lastWordKey: string | null } {
  const labelKey = foldLabel(label)
  const words = labelKey.trim().split(/\s+/)
  // The only word is found by the label itself.
  return { labelKey, lastWordKey: words.length > 1 ? (words.at(-1) ?? null) : null }
}
