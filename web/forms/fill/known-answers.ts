import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { Decision } from '../../../domain/forms/decide.ts'
import { takesAnswer } from '../../../domain/forms/fields.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import type { RenewalMark } from '../../../domain/forms/renewal.ts'

/** The words at a field that stands out. */
export type FieldMark = RenewalMark | 'expired'
export type FieldMarks = Readonly<Record<string, FieldMark>>

/** What stands out in a form that was filled last season. A waiver with the same words that counts no longer has expired. */
export function marksOf({ fields }: FormIndex, { earlier }: KnownAnswers, signed: readonly { field: string }[]): FieldMarks {
  if (!earlier) return {}
  const expired = [...fields.values()]
    .filter(({ field: { kind, id }, group }) => kind === 'waiver' && group === null && !signed.some(({ field }) => field === id))
    .map(({ field }) => [field.id, 'expired'] as const)
  return { ...Object.fromEntries(expired), ...earlier.marks }
}

/** How many of the questions that are asked have no answer yet or stand out. A group counts once for what is missing in its rows. */
export function countToCheck({ fields }: FormIndex, decision: Decision, marks: FieldMarks): number {
  return [...fields].filter(([id, { field, group }]) => {
    if (!takesAnswer(field) || field.kind === 'hidden') return false
    const states = group ? (decision.fields.get(group.id)?.rows ?? []).map((row) => row.get(id)) : [decision.fields.get(id)]
    return states.some((state) => state?.isAsked && !state.isSigned && (Object.hasOwn(marks, id) || state.fault !== null))
  }).length
}

/** The answers of last season, and those in the address, which were meant for this time. */
export const joinKnown = ({ earlier }: KnownAnswers, given: RawAnswers): RawAnswers => (earlier ? { ...earlier.answers, ...given } : given)
