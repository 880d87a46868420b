import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { Decision } from '../../../domain/forms/decide.ts'
import { type Field, takesAnswer } from '../../../domain/forms/fields.ts'
import { type FormIndex, listFields } from '../../../domain/forms/index-content.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import { isAskedAgain, type RenewalMark } from '../../../domain/forms/renewal.ts'
import { signedKeys } from '../../../domain/forms/used-signings.ts'

/** The words at a field that stands out. */
export type FieldMark = RenewalMark | 'expired'
export type FieldMarks = Readonly<Record<string, FieldMark>>

/** What stands out in a form that was filled last season. A waiver with the same words that counts no longer has expired. */
export function marksOf({ fields }: FormIndex, { earlier }: KnownAnswers, signed: Parameters<typeof signedKeys>[0]): FieldMarks {
  if (!earlier) return {}
  const keys = signedKeys(signed)
  const expired = [...fields.values()]
    .filter(({ field: { kind, id }, group }) => kind === 'waiver' && group === null && !keys.has(id))
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

/** The fields of the pages that need no look, because the person said the same last season. */
export type Folded = ReadonlySet<string>
export const nothingFolded: Folded = new Set()

const own = (answers: RawAnswers, id: string): unknown => (Object.hasOwn(answers, id) ? answers[id] : null)
const isEmpty = (answer: unknown): boolean =>
  answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)

type Opened = { index: FormIndex; decision: Decision; answers: RawAnswers; marks: FieldMarks; earlier: KnownAnswers['earlier'] }

/**
 * What is folded when a form of the next season is opened: everything that is neither new, changed, expired, wrong nor asked each time, and has the
 * answer of last season. What was left empty then is folded too, but only beside something that is known.
 */
export function listFolded({ index, decision, answers, marks, earlier }: Opened): Folded {
  if (!earlier) return nothingFolded
  const faulty = new Set(decision.faults.map(({ field }) => index.fields.get(field)?.group?.id ?? field))
  const mayFold = (field: Field): boolean => {
    const state = decision.fields.get(field.id)
    if (state?.isSigned) return true
    const asked = listFields({ fields: [field] }).map((one) => one.field)
    if (asked.some((one) => Object.hasOwn(marks, one.id) || isAskedAgain(one)) || faulty.has(field.id)) return false
    const [answer, before] = [own(answers, field.id), own(earlier.answers, field.id)]
    // A rule may show it later. Nobody has left it empty then.
    if (isEmpty(before)) return isEmpty(answer) && state?.isAsked === true
    return JSON.stringify(answer) === JSON.stringify(before)
  }
  return new Set(
    index.content.pages.flatMap(({ fields }) => {
      const folded = fields.filter((field) => takesAnswer(field) && field.kind !== 'hidden' && mayFold(field))
      return folded.some(({ id }) => decision.fields.get(id)?.isSigned || !isEmpty(own(answers, id))) ? folded.map(({ id }) => id) : []
    }),
  )
}

/** How many of these answers are given. */
export const countKnown = (fields: readonly Field[], { fields: states }: Decision): number =>
  fields.filter(({ id }) => {
    const state = states.get(id)
    return state?.isAsked && (state.isSigned || state.answer !== null || (state.rows?.length ?? 0) > 0)
  }).length
