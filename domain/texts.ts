import * as v from 'valibot'
import { isOneLine } from './mail/contract.ts'

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
    v.maxLength(longest * 10, `${thing} can have up to ${longest} characters.`),
    v.transform((text) => text.toWellFormed().normalize('NFC').replace(unseen, '').replace(idleJoiners, '$1').replace(/\s+/g, ' ').trim()),
    v.check(hasSubstance, `${thing} must contain letters or numbers.`),
    v.check(isOneLine, `${thing} contains a character we cannot show.`),
    v.minGraphemes(shortest, `${thing} must have at least ${shortest} characters.`),
    v.maxGraphemes(longest, `${thing} can have up to ${longest} characters.`),
  )

/** One line, without what cannot be shown. */
export const lineOfText = (thing: string, longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.toWellFormed().replace(turning, '').replace(/\s+/g, ' ').trim()),
    v.check(isOneLine, `${thing} contains a character we cannot show.`),
    v.maxLength(longest, `${thing} can have up to ${longest} characters.`),
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
    v.maxLength(longest, `${thing} can have up to ${longest} characters.`),
  )
