import * as v from 'valibot'
import { isOneLine } from './mail/contract.ts'

/** Leaves no trace on the screen but turns the words around it, or pads an empty name. */
const unseen = /[\u00AD\u200B\u2060\u2800\u3164\uFEFF\u202A-\u202E\u2066-\u2069]/g

const hasSubstance = (text: string) => /[\p{L}\p{N}\p{S}]/u.test(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))

/** A name as people see it: counted in what they call characters, so that a family emoji is one. */
export const properName = (thing: string, shortest: number, longest: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest * 10, `${thing} has at most ${longest} characters.`),
    v.transform((text) => text.toWellFormed().normalize('NFC').replace(unseen, '').replace(/\s+/g, ' ').trim()),
    v.check(hasSubstance, `${thing} needs letters.`),
    v.check(isOneLine, `${thing} has a character that cannot be shown.`),
    v.minGraphemes(shortest, `${thing} has at least ${shortest} characters.`),
    v.maxGraphemes(longest, `${thing} has at most ${longest} characters.`),
  )

/** Several lines of what a person wrote, without what cannot be shown. */
export const plainText = (thing: string, longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .toWellFormed()
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .trim(),
    ),
    v.maxLength(longest, `${thing} has at most ${longest} characters.`),
  )
