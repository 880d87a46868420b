/** The search index stores at most this many words of a name, and this many letters of each word. */
const maxWords = 16
const maxWordLength = 32

/** A search uses only this many of the typed words, because more words would hardly change the result. */
const maxSearchWords = 3

/** Letters that Unicode normalization does not split, although people type them in plain letters. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Accents, and the vowel signs that Hebrew and Arabic usually omit. Other scripts need their marks. */
const accents = /[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670]/g

/** A name as people type it quickly: lower case, without accents, "OBrien" for "O’Brien". */
export const foldName = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’ʼ.]/g, '')
    .normalize('NFC')

/** Sequences of letters and digits. Each symbol or emoji is a word of its own, because a name may consist of nothing else. */
const wordPattern = /[\p{L}\p{N}\p{M}]+|\p{RI}{2}|\p{S}/gu

const splitName = (text: string) =>
  [...new Set(foldName(text).match(wordPattern) ?? [])].map((word) => [...word].slice(0, maxWordLength).join(''))

/** Scripts that put no space between the family name and the given name. People may search for either. */
const unspacedScript = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]{2,}$/u

const listEndings = (word: string) => {
  const letters = [...word]
  return unspacedScript.test(word) ? letters.slice(1).map((_, index) => letters.slice(index + 1).join('')) : []
}

/** The words of a display name for the search index. A search finds the name by the beginning of any of them. */
export function splitIntoNameWords(displayName: string): string[] {
  const whole = splitName(displayName)
  return [...new Set([...whole, ...whole.flatMap(listEndings)])].slice(0, maxWords)
}

/** The typed words to search for, the longest first because it matches the fewest names. */
export const splitIntoSearchWords = (q: string): string[] =>
  splitName(q)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxSearchWords)
