import { addMonths } from '../time/add-months.ts'
import { type Answer, isSignature } from './answers.ts'
import type { FormContent } from './content.ts'
import type { StoredAnswers } from './decide.ts'
import type { FieldOf } from './fields.ts'
import { listFields } from './index-content.ts'
import { isNameField, namingOf, writeName } from './name-fields.ts'
import type { Signature } from './signature.ts'

/** A waiver of a version of a form. */
export type Waiver = {
  field: string
  /** What people sign. Other words have to be signed again. */
  words: string
  /** Everybody who fills the form signs it, so a game can ask who has not. */
  isForEveryone: boolean
}

const wordsOf = ({ label, text }: Pick<FieldOf<'waiver'>, 'label' | 'text'>): string => `${label}\n\n${text}`

/** The waivers of a form. One in a group is signed for each row, and one that a rule can hide is not for everyone. */
export function listWaivers({ pages, rules }: Pick<FormContent, 'pages' | 'rules'>): Waiver[] {
  const actions = rules.flatMap((rule) => rule.actions)
  const leavesOutPages = actions.some((action) => action.do === 'goTo' || action.do === 'end')
  const isShownByRule = (id: string) => actions.some((action) => action.do === 'show' && action.field === id)
  return pages.flatMap((page) =>
    listFields(page).flatMap(({ field, group }): Waiver[] => {
      if (field.kind !== 'waiver') return []
      const isForEveryone = group === null && field.isRequired && !leavesOutPages && !isShownByRule(field.id)
      return [{ field: field.id, words: wordsOf(field), isForEveryone }]
    }),
  )
}

/**
 * What was sent with a form before this moment does not count any more for who may send it once: a waiver of it has expired, so they sign again.
 * Null: it counts for good.
 */
export function countsSince({ pages }: Pick<FormContent, 'pages'>, now: number): number | null {
  const months = pages.flatMap(listFields).flatMap(({ field }) => (field.kind === 'waiver' && field.months !== null ? [field.months] : []))
  return months.length === 0 ? null : addMonths(now, -Math.min(...months))
}

/** A waiver that was signed with a submission. */
export type Signing = {
  field: string
  /** The number of the row from 1; 0 outside of groups. */
  row: number
  /** For whom it was signed: the name of the row. Empty for the signer. */
  forWhom: string
  signature: Signature
  /** Null if it counts forever. */
  expiresAt: number | null
}

/** The waivers that these answers sign. */
export function listSignings(content: Pick<FormContent, 'pages'>, answers: StoredAnswers, now: number): Signing[] {
  const sign = (field: FieldOf<'waiver'>, answer: unknown, row: number, forWhom: string): Signing[] =>
    isSignature(answer as Answer | undefined)
      ? [
          {
            field: field.id,
            row,
            forWhom,
            signature: answer as Signature,
            expiresAt: field.months === null ? null : addMonths(now, field.months),
          },
        ]
      : []
  return content.pages.flatMap(({ fields }) =>
    fields.flatMap((field): Signing[] => {
      if (field.kind === 'waiver') return sign(field, answers[field.id], 0, '')
      if (field.kind !== 'group') return []
      const rows = (answers[field.id] ?? []) as Record<string, Answer>[]
      const { fields: named } = namingOf({ ...field, fields: field.fields.filter(isNameField) })
      return rows.flatMap((row, at) => {
        const name = writeName(named, row)
        return field.fields.flatMap((inner) =>
          inner.kind === 'waiver' ? sign(inner, row[inner.id], at + 1, name || `${field.rowLabel} ${at + 1}`) : [],
        )
      })
    }),
  )
}
