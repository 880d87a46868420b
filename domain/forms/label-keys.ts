/** The forms in which the label of a submission is searched: from its beginning, and by its last word, such as a surname. */
export function labelKeys(label: string): { labelKey: string; lastWordKey: string | null } {
  const labelKey = label.toLowerCase()
  const words = labelKey.trim().split(/\s+/)
  // The only word is found by the label itself.
  return { labelKey, lastWordKey: words.length > 1 ? (words.at(-1) ?? null) : null }
}
