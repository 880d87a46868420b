import type { Ending } from './content.ts'
import type { Field, FieldKind } from './fields.ts'

/**
 * A label, a hint, a rich text or an ending can quote the answer to an earlier field: it has `{{f…}}` where the answer stands. The id is kept, so the quote
 * stays right when the field gets another label. What is quoted is always plain text.
 */
export const quotePattern = /\{\{(f[0-9a-z]{1,20})\}\}/g
export const quoteOf = (id: string): string => `{{${id}}}`

/** The answers that texts quote, in words, by the ids of their fields. */
export type Quotes = Readonly<Record<string, string>>
export const noQuotes: Quotes = {}

/** Stands where there is no answer yet. */
export const noAnswerYet = '…'

/** Nobody's signature, file or code becomes a part of a question. */
const unquotedKinds: readonly FieldKind[] = [
  ...(['file', 'photo', 'waiver', 'signature', 'consent', 'coupon', 'group'] as const),
  ...(['heading', 'richText', 'picture'] as const),
]
export const canBeQuoted = ({ kind }: Pick<Field, 'kind'>): boolean => !unquotedKinds.includes(kind)

/** The words of a waiver are signed, so they are the same for everyone. */
export const canQuote = ({ kind }: Pick<Field, 'kind'>): boolean => kind !== 'waiver' && kind !== 'hidden'

const textsOf = (field: Field): string[] => [field.label, field.hint, 'text' in field ? field.text : '']

const listInText = (text: string): string[] => (text.includes('{{') ? [...text.matchAll(quotePattern)].map(([, id]) => id ?? '') : [])

/** The ids of the fields whose answers the texts of a field quote. */
export const listQuoted = (field: Field): string[] => [...new Set(textsOf(field).flatMap(listInText))]

/** The same for an ending. It stands after all fields, and quotes none of a group, which can have several answers. */
export const listQuotedInEnding = ({ title, text }: Pick<Ending, 'title' | 'text'>): string[] => [
  ...new Set([title, text].flatMap(listInText)),
]

/** Puts the answers where they are quoted. */
export const fillQuotes = (text: string, quotes: Quotes): string =>
  text.includes('{{') ? text.replace(quotePattern, (_, id: string) => (Object.hasOwn(quotes, id) ? quotes[id] : '') || noAnswerYet) : text

/** A field whose label and hint have the answers. A rich text is read first, so that an answer never becomes markup. */
export function quoteIn<Shown extends Field>(field: Shown, quotes: Quotes): Shown {
  const [label, hint] = [fillQuotes(field.label, quotes), fillQuotes(field.hint, quotes)]
  return label === field.label && hint === field.hint ? field : { ...field, label, hint }
}
