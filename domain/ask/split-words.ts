/** One word of a question and where it stands there. */
export type Word = {
  /** As it was written. */
  raw: string
  /** Without case, accents and apostrophes. */
  plain: string
  /** `plain`, or the word it was meant to be. */
  text: string
  start: number
  end: number
  /** Nothing stands between it and the word before: the "pm" of "6pm". */
  isGlued: boolean
  isAfterComma: boolean
}

/** Letters with their apostrophes, numbers like 6:30 and 3.5, emoji, and the few signs that mean something. */
const wordPattern =
  /\p{L}[\p{L}\p{M}'’]*|\d+(?:[.:]\d+)?|\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)*|[$&+/@,-]/gu

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
    const nextToDigit =
      isDigit(question[start - 1]) || isDigit(question[end]) || /\d\s*$/.test(question.slice(Math.max(0, start - 3), start))
    // "ping-pong" is two words, "5-7" a range; a lone dash is only punctuation.
    if (raw === '-' && !nextToDigit) continue
    const plain = foldWord(raw)
    words.push({ raw, plain, text: plain, start, end, isGlued: words.at(-1)?.end === start, isAfterComma })
    isAfterComma = false
  }
  return words
}

/** A dictionary of phrases of several words each. */
export type Phrases<Meaning> = { meanings: ReadonlyMap<string, Meaning>; longest: number }

/** Written as lists of phrases with commas between them. */
export function makePhrases<Meaning>(lists: readonly (readonly [phrases: string, meaning: Meaning])[]): Phrases<Meaning> {
  const meanings = new Map(lists.flatMap(([phrases, meaning]) => phrases.split(', ').map((phrase) => [phrase, meaning] as const)))
  return { meanings, longest: Math.max(...[...meanings.keys()].map((phrase) => phrase.split(' ').length)) }
}

/** The longest phrase of the dictionary that begins here. */
export function findPhrase<Meaning>(phrases: Phrases<Meaning>, words: readonly Word[], at: number) {
  for (let length = Math.min(phrases.longest, words.length - at); length > 0; length--) {
    const text = words
      .slice(at, at + length)
      .map((word) => word.text)
      .join(' ')
    const meaning = phrases.meanings.get(text)
    if (meaning !== undefined) return { length, meaning }
  }
  return null
}

/** How many words from here are this phrase or one of these; 0 if none is. */
export const lengthOf = (phrases: Phrases<unknown>, words: readonly Word[], at: number) => findPhrase(phrases, words, at)?.length ?? 0
