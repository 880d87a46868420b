import * as v from 'valibot'

/** Anything that could end a line, or a header of a mail, or hide inside one. */
const breaksLine = /[\p{Cc}\u2028\u2029]/u
export const isOneLine = (text: string) => !breaksLine.test(text)

/**
 * Leaves no trace on the screen but turns the words around it, or pads a short name: all that counts as a character of
 * its own. What joins or changes the letter before it stays; scripts and emoji are written with it.
 */
const unseen = /(?![\u200D\p{Grapheme_Extend}])\p{Default_Ignorable_Code_Point}|\u2800/gu

/** Turns all that follows it in its line, also what is not part of the text. */
const turning = /[\u202A-\u202E\u2066-\u2069]/gu

/** Where there is no letter before them, joiners join nothing. */
const idleJoiners = /(^|\s)\p{Default_Ignorable_Code_Point}+/gu

const hasSubstance = (text: string) => /[\p{L}\p{N}\p{S}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))

/** A name as people see it: counted in what they call characters, so that a family emoji is one. */
export const properName = (thing: string, shortest: number, longest: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest * 10, `${thing} has at most ${longest} characters.`),
    v.transform((text) => text.toWellFormed().normalize('NFC').replace(unseen, '').replace(idleJoiners, '$1').replace(/\s+/g, ' ').trim()),
    v.check(hasSubstance, `${thing} needs letters.`),
    v.check(isOneLine, `${thing} has a character that cannot be shown.`),
    v.minGraphemes(shortest, `${thing} has at least ${shortest} characters.`),
    v.maxGraphemes(longest, `${thing} has at most ${longest} characters.`),
  )

/** One line, without what cannot be shown. */
export const lineOfText = (thing: string, longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.toWellFormed().replace(turning, '').replace(/\s+/g, ' ').trim()),
    v.check(isOneLine, `${thing} has a character that cannot be shown.`),
    v.maxLength(longest, `${thing} has at most ${longest} characters.`),
  )

/** Several lines of what a person wrote, without what cannot be shown. */
export const plainText = (thing: string, longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .toWellFormed()
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .replace(turning, '')
        .trim(),
    ),
    v.maxLength(longest, `${thing} has at most ${longest} characters.`),
  )
