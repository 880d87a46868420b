import { splitIntoNameWords } from '../profiles/name-words.ts'
import { maxSearchLength } from './contract.ts'

/** The words under which an item is indexed. */
export const listWords = (...texts: readonly string[]): string[] => [...new Set(texts.flatMap(splitIntoNameWords))]

const maxWords = 3
/** A search word must have a letter, a number or an emoji. Signs such as "+" are no names. */
const nameCharacter = /[\p{L}\p{N}\p{So}\p{RI}]/u

/** The words to search, longest first, because long words have fewer matches. Each one matches the start of an indexed word. */
export const listSearchWords = (q: string): string[] =>
  splitIntoNameWords(q.slice(0, maxSearchLength))
    .filter((word) => nameCharacter.test(word))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxWords)

const minLength = 4
const maxLength = 20

/** Short words are similar to too many others, and a similar number is never what the user meant. */
const canHaveTypo = (word: string) => word.length >= minLength && word.length <= maxLength && /^\p{L}+$/u.test(word)

/** The keys under which a word is stored: the word itself, and the word without each one of its letters. */
export function listVariants(word: string): string[] {
  if (!canHaveTypo(word)) return []
  return [...new Set([word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))])]
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']

/** All words that are one typo away. For words that are stored only under themselves, such as people's names. */
export function listTypos(word: string): string[] {
  if (!canHaveTypo(word)) return []
  const typos = Array.from({ length: word.length + 1 }, (_, index) => {
    const [before, at, after] = [word.slice(0, index), word.slice(index, index + 1), word.slice(index + 1)]
    const changes = at === '' ? [] : [before + after, ...alphabet.map((letter) => before + letter + after)]
    return [...changes, ...alphabet.map((letter) => before + letter + at + after), before + after.slice(0, 1) + at + after.slice(1)]
  })
  return [...new Set(typos.flat())].filter((typo) => typo !== word)
}
