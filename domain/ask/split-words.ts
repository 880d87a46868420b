/** One word of a question and its position in the text. */
export type Word = {
  /** The word as the user typed it. */
  raw: string
  /** `raw` in lower case, without accents and apostrophes. */
  plain: string
  /** `plain` with its spelling corrected. */
  text: string
  start: number
  end: number
  /** There is no space before it, as for the "pm" of "6pm". */
  isGlued: boolean
  isAfterComma: boolean
}

/** Words with their apostrophes, numbers like 6:30 and 3.5, emoji, and the few signs that have a meaning. */
const wordPattern =
  /(?<![\p{L}\p{N}])(?:2nite|2night|2day|2moro|2morro|2morrow|b4)(?![\p{L}\p{N}])|\p{L}[\p{L}\p{M}'’]*|\d+(?:[.:]\d+)?|\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)*|[$&+/@,-]/giu

const foldWord = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()

const isDigit = (letter: string | undefined) => letter !== undefined && letter >= '0' && letter <= '9'

export function splitWords(question: string): Word[] {
  const words: Word[] = []
  let isAfterComma = false
  for (const { 0: raw, index: start } of question.matchAll(wordPattern)) {
    if (raw === ',') {
      isAfterComma = true
      continue
    }
    const end = start + raw.length
    const isNextToDigit =
      isDigit(question[start - 1]) || isDigit(question[end]) || /\d\s*$/.test(question.slice(Math.max(0, start - 3), start))
    // "ping-pong" is two words and "5-7" is a range. Any other dash is only punctuation.
    if (raw === '-' && !isNextToDigit) continue
    const plain = foldWord(raw)
    words.push({ raw, plain, text: plain, start, end, isGlued: words.at(-1)?.end === start, isAfterComma })
    isAfterComma = false
  }
  return words
}

/** A dictionary of phrases, each of one or more words. */
export type Phrases<Meaning> = { meanings: ReadonlyMap<string, Meaning>; maxLength: number }

/** Each list holds phrases with the same meaning, separated by commas. */
export function makePhrases<Meaning>(lists: readonly (readonly [phrases: string, meaning: Meaning])[]): Phrases<Meaning> {
  const meanings = new Map(lists.flatMap(([phrases, meaning]) => phrases.split(', ').map((phrase) => [phrase, meaning] as const)))
  return { meanings, maxLength: Math.max(...[...meanings.keys()].map((phrase) => phrase.split(' ').length)) }
}

/** The longest phrase of the dictionary that starts at this word. */
export function findPhrase<Meaning>(phrases: Phrases<Meaning>, words: readonly Word[], at: number) {
  for (let length = Math.min(phrases.maxLength, words.length - at); length > 0; length--) {
    const text = words
      .slice(at, at + length)
      .map((word) => word.text)
      .join(' ')
    const meaning = phrases.meanings.get(text)
    if (meaning !== undefined) return { length, meaning }
  }
  return null
}

/** The length in words of the longest phrase that starts at this word, or 0. */
export const lengthOf = (phrases: Phrases<unknown>, words: readonly Word[], at: number) => findPhrase(phrases, words, at)?.length ?? 0
