import { makePhrases, type Word } from './split-words.ts'

export const numberWords = makePhrases<number>(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index) => [word, index + 1] as const),
)

/** 3, 3.5 or "three". Null for anything else, and for numbers with more than four digits. */
export function numberAt(words: readonly Word[], at: number): number | null {
  const text = words[at]?.text ?? ''
  if (/^\d{1,4}(\.\d{1,2})?$/.test(text)) return Number(text)
  return numberWords.meanings.get(text) ?? null
}

/** A whole number: 2, "two", "a", "a couple of", "a few". */
export function countAt(words: readonly Word[], at: number): { length: number; count: number } | null {
  const texts = words.slice(at, at + 3).map(({ text }) => text)
  const articleLength = texts[0] === 'a' || texts[0] === 'the' ? 1 : 0
  if (texts[articleLength] === 'couple')
    return { length: texts[articleLength + 1] === 'of' ? articleLength + 2 : articleLength + 1, count: 2 }
  if (texts[articleLength] === 'few') return { length: articleLength + 1, count: 3 }
  if (texts[0] === 'a' || texts[0] === 'an') return { length: 1, count: 1 }
  const number = numberAt(words, at)
  return number !== null && Number.isInteger(number) ? { length: 1, count: number } : null
}
