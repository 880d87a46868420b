import { nameWords } from '../profiles/name-words.ts'
import { maxSearchLength } from './contract.ts'

/** The words a thing is found by. */
export const wordsOf = (...texts: readonly string[]): string[] => [...new Set(texts.flatMap(nameWords))]

const maxWords = 3
/** Signs of arithmetic and of search engines name nothing. */
const tells = /[\p{L}\p{N}\p{So}\p{RI}]/u

/** The words to look for, the most telling first; each is the beginning of a word of what is found. */
export const wantedWords = (q: string): string[] =>
  nameWords(q.slice(0, maxSearchLength))
    .filter((word) => tells.test(word))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxWords)

const shortest = 4
const longest = 20

/** Shorter words are too near to too many others, and nobody means the number beside the one they typed. */
const mayBeMistyped = (word: string) => word.length >= shortest && word.length <= longest && /^\p{L}+$/u.test(word)

/** What a word is kept under: itself, and what is left of it when one letter is missing. */
export function variantsOf(word: string): string[] {
  if (!mayBeMistyped(word)) return []
  return [...new Set([word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))])]
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** All that are one slip from a word: for words that are kept under nothing but themselves, as people's names are. */
export function slipsOf(word: string): string[] {
  if (!mayBeMistyped(word)) return []
  const slips = Array.from({ length: word.length + 1 }, (_, index) => {
    const [before, at, after] = [word.slice(0, index), word.slice(index, index + 1), word.slice(index + 1)]
    const changed = at === '' ? [] : [before + after, ...letters.map((letter) => before + letter + after)]
    return [...changed, ...letters.map((letter) => before + letter + at + after), before + after.slice(0, 1) + at + after.slice(1)]
  })
  return [...new Set(slips.flat())].filter((slip) => slip !== word)
}

/** One letter more, less, other, or two that changed places. */
export function isOneSlipFrom(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restA === [...restB].reverse().join('')
}
