import { type Answer, judgeAnswer } from './answers.ts'
import type { FormContent } from './content.ts'
import type { StoredAnswers } from './decide.ts'
import { type Field, type FieldKind, type InnerField, takesAnswer } from './fields.ts'
import { indexContent } from './index-content.ts'

/** What a person decides each time: prices, places in a season, signatures, consents and files. What a link brings comes from the link. */
const askedAgain: readonly FieldKind[] = [
  ...(['product', 'ownAmount', 'coupon', 'team', 'season', 'division'] as const),
  ...(['waiver', 'signature', 'consent', 'file', 'photo', 'hidden'] as const),
]
export const isAskedAgain = ({ kind }: Pick<Field, 'kind'>): boolean => askedAgain.includes(kind)

/** Why a field stands out in a form that was filled before. */
export const renewalMarks = ['new', 'changed'] as const
export type RenewalMark = (typeof renewalMarks)[number]

export type Renewal = {
  /** The answers of last time that still fit. */
  answers: StoredAnswers
  /** The fields that are new, or ask something else than last time. */
  marks: Record<string, RenewalMark>
}

/** What a field asks, without how it looks, who sees its answers, what names a row, and whether it must be answered. */
function writeQuestion(field: Field): string {
  const { width: _width, seenBy: _seenBy, isRequired: _isRequired, ...asked } = field
  return JSON.stringify(field.kind === 'group' ? { ...asked, fields: [], nameFields: undefined } : asked)
}

type Context = { today: string }

/** An answer whose options are called like last time. */
function isSameChoice(field: InnerField, before: Field, answer: Answer): boolean {
  if (!('options' in field && 'options' in before)) return true
  const labelIn = (options: readonly { id: string; label: string }[], id: unknown) => options.find((option) => option.id === id)?.label
  return [answer].flat().every((id) => labelIn(field.options, id) === labelIn(before.options, id))
}

function carryOne(field: InnerField, before: Field | undefined, raw: unknown, context: Context): Answer | null {
  if (before?.kind !== field.kind || isAskedAgain(field) || !takesAnswer(field)) return null
  const { answer } = judgeAnswer(field, raw, context)
  return answer !== null && isSameChoice(field, before, answer) ? answer : null
}

const rowsIn = (answer: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(answer) ? answer.filter((row) => typeof row === 'object' && row !== null && !Array.isArray(row)) : []

/** What a person who has filled an earlier form need not enter again, and what they should look at. */
export function renew(
  content: FormContent,
  earlier: { content: FormContent; answers: Readonly<Record<string, unknown>> },
  context: Context,
): Renewal {
  const [now, before] = [indexContent(content), indexContent(earlier.content)]
  const answers: StoredAnswers = {}
  const marks: Record<string, RenewalMark> = {}
  for (const [id, { field, group }] of now.fields) {
    const known = before.fields.get(id)
    const isSamePlace = known?.field.kind === field.kind && known.group?.id === group?.id
    if (takesAnswer(field) && field.kind !== 'hidden') {
      if (!isSamePlace) marks[id] = 'new'
      else if (writeQuestion(field) !== writeQuestion(known.field)) marks[id] = 'changed'
    }
    if (group !== null || !isSamePlace) continue
    const raw = Object.hasOwn(earlier.answers, id) ? earlier.answers[id] : undefined
    if (field.kind === 'group') {
      const rows = rowsIn(raw).slice(0, field.maxRows)
      if (rows.length > 0) answers[id] = rows.map((row) => carryRow(field.fields, row))
      continue
    }
    const answer = carryOne(field, known.field, raw, context)
    if (answer !== null) answers[id] = answer
  }
  return { answers, marks }

  function carryRow(fields: readonly InnerField[], row: Readonly<Record<string, unknown>>): Record<string, Answer> {
    const carried: Record<string, Answer> = {}
    for (const field of fields) {
      const known = before.fields.get(field.id)
      const answer = known?.group ? carryOne(field, known.field, Object.hasOwn(row, field.id) ? row[field.id] : undefined, context) : null
      if (answer !== null) carried[field.id] = answer
    }
    return carried
  }
}
