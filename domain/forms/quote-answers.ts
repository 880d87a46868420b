import type { Currency } from '../money.ts'
import type { RawAnswers } from './answers.ts'
import type { Ending } from './content.ts'
import type { Decision } from './decide.ts'
import type { Field, GroupField } from './fields.ts'
import type { FormIndex } from './index-content.ts'
import { canBeQuoted, listQuoted, listQuotedInEnding, noAnswerYet, type Quotes, quoteIn } from './quotes.ts'
import { writeAnswer } from './write-answer.ts'

/** A quote stands inside a sentence. */
const maxQuoteLength = 200

function writeQuote(field: Field, answer: unknown, currency: Currency | null): string {
  const text = writeAnswer(field, answer, currency).replace(/\s+/g, ' ').trim()
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).trimEnd()}${noAnswerYet}` : text
}

const collect = (
  { fields, content }: FormIndex,
  ids: readonly string[],
  read: (field: Field, group: GroupField | null) => unknown,
): Quotes =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const quoted = fields.get(id)
      if (!quoted || !canBeQuoted(quoted.field)) return []
      return [[id, writeQuote(quoted.field, read(quoted.field, quoted.group), content.payment?.currency ?? null)]]
    }),
  )

/** What a field quotes while the form is filled. Inside a group, it quotes its own row. */
export const quotesWhileFilling = (index: FormIndex, { fields }: Decision, field: Field, row: number | null): Quotes =>
  collect(index, listQuoted(field), ({ id }, group) => {
    const state = group === null ? fields.get(id) : row === null ? undefined : fields.get(group.id)?.rows?.[row]?.get(id)
    return state?.isAsked ? state.answer : null
  })

/** A field with its texts as they were when it was answered. Inside a group, it quotes its row. */
export const quoteStored = <Shown extends Field>(index: FormIndex, field: Shown, answers: RawAnswers, row: RawAnswers | null): Shown =>
  quoteIn(
    field,
    collect(index, listQuoted(field), ({ id }, group) => (group === null ? answers[id] : row?.[id])),
  )

/** What an ending quotes of the answers that were asked. */
export const quotesOfEnding = (index: FormIndex, ending: Pick<Ending, 'title' | 'text'>, answers: RawAnswers): Quotes =>
  collect(index, listQuotedInEnding(ending), ({ id }, group) => (group === null ? answers[id] : null))
