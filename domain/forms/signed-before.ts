import { judgeAnswer, type RawAnswers } from './answers.ts'
import type { GroupField } from './fields.ts'
import type { FormIndex } from './index-content.ts'
import { childKey, isNameField, joinName, namingOf } from './name-fields.ts'

/** By this, `decide` knows that a waiver was signed before: outside of groups by its field, and in a row also by the child who is named there. */
export const signedKey = (field: string, forWhom = ''): string => (forWhom === '' ? field : `${field} ${childKey(forWhom)}`)

/**
 * For whom a row is signed: the name in it. Empty if that does not say who it is, so that it is signed again: nobody has said which fields name it, a rule
 * can hide them, or only the owner sees them.
 */
export function nameInRow({ fields }: FormIndex, group: GroupField, row: RawAnswers): string {
  const { fields: naming, isSure } = namingOf(group)
  const isKnown = isSure && naming.every((field) => isNameField(field) && fields.get(field.id)?.shownBy.length === 0)
  if (!isKnown) return ''
  const judged = naming.map((field) => [
    field.id,
    judgeAnswer(field, Object.hasOwn(row, field.id) ? row[field.id] : null, { today: '' }).answer,
  ])
  return joinName(naming, Object.fromEntries(judged))
}
