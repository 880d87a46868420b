import type { Currency } from '../money.ts'
import type { RawAnswers } from './answers.ts'
import type { Ending } from './content.ts'
import type { Decision } from './decide.ts'
import type { Field, GroupField } from './fields.ts'
import type { FormIndex } from './index-content.ts'
import { isNamedKind, type NamedKind } from './named-answers.ts'
import { canBeQuoted, listQuoted, listQuotedInEnding, noAnswerYet, type Quotes, quoteIn } from './quotes.ts'
import { writeAnswer } from './write-answer.ts'

/** A quote stands inside a sentence. */
const maxQuoteLength = 200

/** A city, a place or a person of which an answer has only the id. */
export type Named = { kind: NamedKind; id: string }

/** The names of cities, places and people by their ids. One that is not known yet, or not to the viewer, is left out. */
export type Names = ReadonlyMap<string, string>
const noNames: Names = new Map()

function writeQuote(field: Field, answer: unknown, currency: Currency | null, names: Names): string {
  const words = isNamedKind(field.kind) ? names.get(String(answer)) : writeAnswer(field, answer, currency)
  const text = (words ?? '').replace(/\s+/g, ' ').trim()
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).trimEnd()}${noAnswerYet}` : text
}

type Read = (field: Field, group: GroupField | null) => unknown

const collect = ({ fields, content }: FormIndex, ids: readonly string[], read: Read, names: Names): Quotes =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const quoted = fields.get(id)
      if (!quoted || !canBeQuoted(quoted.field)) return []
      return [[id, writeQuote(quoted.field, read(quoted.field, quoted.group), content.payment?.currency ?? null, names)]]
    }),
  )

const listNamed = ({ fields }: FormIndex, ids: readonly string[], read: Read): Named[] =>
  ids.flatMap((id) => {
    const { field, group } = fields.get(id) ?? {}
    const answer = field && read(field, group ?? null)
    return field && isNamedKind(field.kind) && typeof answer === 'string' ? [{ kind: field.kind, id: answer }] : []
  })

const whileFilling =
  ({ fields }: Decision, row: number | null): Read =>
  ({ id }, group) => {
    const state = group === null ? fields.get(id) : row === null ? undefined : fields.get(group.id)?.rows?.[row]?.get(id)
    return state?.isAsked ? state.answer : null
  }

const stored =
  (answers: RawAnswers, row: RawAnswers | null): Read =>
  ({ id }, group) =>
    group === null ? answers[id] : row?.[id]

/** What a field quotes while the form is filled. Inside a group, it quotes its own row. */
export const quotesWhileFilling = (index: FormIndex, decision: Decision, field: Field, row: number | null, names = noNames): Quotes =>
  collect(index, listQuoted(field), whileFilling(decision, row), names)
/** Of what it quotes, all whose names have to be asked for. */
export const namedWhileFilling = (index: FormIndex, decision: Decision, field: Field, row: number | null): Named[] =>
  listNamed(index, listQuoted(field), whileFilling(decision, row))

/** A field with its texts as they were when it was answered. Inside a group, it quotes its row. */
export const quoteStored = <Shown extends Field>(
  index: FormIndex,
  field: Shown,
  answers: RawAnswers,
  row: RawAnswers | null,
  names = noNames,
): Shown => quoteIn(field, collect(index, listQuoted(field), stored(answers, row), names))

/** Of all that fields quote, in each row of a group, what needs a name. */
export function namedInStored(index: FormIndex, answers: RawAnswers): Named[] {
  return [...index.fields.values()].flatMap(({ field, group }) => {
    const quoted = listQuoted(field)
    const rows = group && quoted.length > 0 ? answers[group.id] : null
    return (Array.isArray(rows) ? rows : [null]).flatMap((row: RawAnswers | null) => listNamed(index, quoted, stored(answers, row)))
  })
}

/** What an ending quotes of the answers that were asked. */
export const quotesOfEnding = (index: FormIndex, ending: Pick<Ending, 'title' | 'text'>, answers: RawAnswers, names = noNames): Quotes =>
  collect(index, listQuotedInEnding(ending), stored(answers, null), names)
export const namedInEnding = (index: FormIndex, ending: Pick<Ending, 'title' | 'text'>, answers: RawAnswers): Named[] =>
  listNamed(index, listQuotedInEnding(ending), stored(answers, null))
