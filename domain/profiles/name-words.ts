/** How many words of one name are kept, and how much of each. */
const maxWords = 16
const maxWordLength = 32

/** How many of the words typed count: more of them would find nobody that these do not. */
const maxSearchWords = 3

/** Letters that Unicode does not take apart though people type them without. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Accents, and the vowel signs that Hebrew and Arabic are mostly written without. Other scripts need their marks. */
const accents = /[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670]/g

/** As people type a name in a hurry: lower case, no accents, "OBrien" for "O’Brien". */
const foldName = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’ʼ.]/g, '')
    .normalize('NFC')

/** Runs of letters and digits; a sign or emoji is a word of its own, since a name may be nothing else. */
const words = /[\p{L}\p{N}\p{M}]+|\p{RI}{2}|\p{S}/gu

const splitName = (text: string) =>
  [...new Set(foldName(text).match(words) ?? [])].map((word) => [...word].slice(0, maxWordLength).join(''))

/** Written without spaces between family and given name, so that either may be typed. */
const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]{2,}$/u

const tails = (word: string) => {
  const letters = [...word]
  return unspaced.test(word) ? letters.slice(1).map((_, index) => letters.slice(index + 1).join('')) : []
}

/** What is kept of a display name so that it is found by the beginning of any of its words. */
export function nameWords(displayName: string): string[] {
  const whole = splitName(displayName)
  return [...new Set([...whole, ...whole.flatMap(tails)])].slice(0, maxWords)
}

/** The words to look for, the most telling first; each is the beginning of a word of the name. */
export const searchWords = (q: string): string[] =>
  splitName(q)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxSearchWords)
