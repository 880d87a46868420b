import * as v from 'valibot'

/** Characters that could end a line or an email header, or hide in one. */
const lineBreakers = /[\p{Cc}\u2028\u2029]/u
export const isOneLine = (text: string) => !lineBreakers.test(text)

/**
 * Invisible characters. People could use them to reverse the text around them, or to make a short name long enough.
 * Characters that join or change the letter before them are allowed, because some scripts and emoji need them.
 */
const invisibleCharacters = /(?![\u200D\p{Grapheme_Extend}])\p{Default_Ignorable_Code_Point}|\u2800/gu

/** Characters that change the writing direction of the rest of the line, even after the end of the text. */
const directionCharacters = /[\u202A-\u202E\u2066-\u2069]/gu

/** Joiners without a letter before them have no effect, so they are removed. */
const uselessJoiners = /(^|\s)\p{Default_Ignorable_Code_Point}+/gu

const hasVisibleCharacter = (text: string) => /[\p{L}\p{N}\p{S}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))

/** A name. Its length counts the characters that people see, so a family emoji is one character. The label is like "A name". */
export const properName = (label: string, min: number, max: number) => {
  const missing = `Enter ${label.toLowerCase()}.`
  return v.pipe(
    v.string(),
    v.maxLength(max * 10, `${label} can have up to ${max} characters.`),
    v.transform((text) =>
      text.toWellFormed().normalize('NFC').replace(invisibleCharacters, '').replace(uselessJoiners, '$1').replace(/\s+/g, ' ').trim(),
    ),
    v.minLength(1, missing),
    v.check(hasVisibleCharacter, `${label} must contain letters or numbers.`),
    v.check(isOneLine, `${label} contains a character we cannot show.`),
    v.minGraphemes(min, min === 1 ? missing : `${label} must have at least ${min} characters.`),
    v.maxGraphemes(max, `${label} can have up to ${max} characters.`),
  )
}

/** Text of strangers as one line with at most this many characters, without those that are invisible or change the writing direction. */
export function cleanLine(text: string, max: number): string {
  const line = text
    // What is cut off need not be cleaned.
    .slice(0, max * 10)
    .toWellFormed()
    .normalize('NFC')
    .replace(directionCharacters, ' ')
    .replace(invisibleCharacters, '')
    .replace(uselessJoiners, '$1')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.slice(0, max).toWellFormed().trim()
}

/** One line of text, without characters that cannot be shown. */
export const oneLineText = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.toWellFormed().replace(directionCharacters, '').replace(/\s+/g, ' ').trim()),
    v.check(isOneLine, `${label} contains a character we cannot show.`),
    v.maxLength(max, `${label} can have up to ${max} characters.`),
  )

/** Several lines of text, without characters that cannot be shown. */
export const plainText = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .toWellFormed()
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .replace(directionCharacters, '')
        .trim(),
    ),
    v.maxLength(max, `${label} can have up to ${max} characters.`),
  )
