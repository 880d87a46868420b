/** Whether one letter was added, left out or changed, or two letters were swapped. */
export function isOneTypoApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restA === [...restB].reverse().join('')
}

/** Doubled letters are the most common spelling mistake, as in "teniss" and "begginer". */
export const withoutDoubles = (word: string) => word.replace(/(.)\1+/g, '$1')

/** "Beginner" for "beginners", and the other way round. */
export const otherNumber = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`)

/** Short words are similar to too many others. */
const minLength = 4

/** Whether people may have typed one word and meant the other. */
export const isLikelyMisspelling = (typed: string, word: string) =>
  typed.length >= minLength && typed !== word && (isOneTypoApart(typed, word) || withoutDoubles(typed) === withoutDoubles(word))
