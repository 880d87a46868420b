import type { Chosen, RawAnswers } from '../../../domain/forms/answers.ts'
import type { Decision, FieldState } from '../../../domain/forms/decide.ts'
import { type Field, takesAnswer } from '../../../domain/forms/fields.ts'
import { type FormIndex, listFields } from '../../../domain/forms/index-content.ts'
import { rowsOf } from './fit-answers.ts'

/** Only what is asked is sent. What a rule hides now stays on the device. */
export function listAnswersToSend({ content }: FormIndex, { fields }: Decision, answers: RawAnswers): RawAnswers {
  const pick = (asked: readonly Field[], given: RawAnswers, stateOf: (id: string) => FieldState | undefined): RawAnswers =>
    Object.fromEntries(
      asked.flatMap((field): [string, unknown][] => {
        const state = stateOf(field.id)
        if (!state?.isAsked || !takesAnswer(field)) return []
        if (field.kind === 'group')
          return [[field.id, rowsOf(given, field.id).map((row, at) => pick(field.fields, row, (id) => state.rows?.[at]?.get(id)))]]
        return state.answer === null ? [] : [[field.id, given[field.id]]]
      }),
    )
  return pick(
    content.pages.flatMap((page) => page.fields),
    answers,
    (id) => fields.get(id),
  )
}

export type Left = ReadonlyMap<string, ReadonlyMap<string, number>>

/** How many of each limited option are left, by field. */
export function arrangeLeft(left: readonly { field: string; option: string; left: number }[]): Left {
  const byField = new Map<string, Map<string, number>>()
  for (const { field, option, left: count } of left)
    byField.set(field, (byField.get(field) ?? new Map<string, number>()).set(option, count))
  return byField
}

const isChosen = (one: unknown): one is Chosen => typeof one === 'object' && one !== null && 'quantity' in one

function countWanted({ answer }: FieldState, option: string): number {
  if (answer === option) return 1
  if (!Array.isArray(answer)) return 0
  return answer.reduce<number>(
    (sum, one: unknown) => sum + (isChosen(one) ? (one.option === option ? one.quantity : 0) : one === option ? 1 : 0),
    0,
  )
}

/** Whether a place that was chosen is full and has a line, so that the person would wait. The rows of a group are counted together. */
export function wouldWait({ content }: FormIndex, { fields }: Decision, left: Left): boolean {
  return content.pages.flatMap(listFields).some(({ field, group }) => {
    if (!('options' in field)) return false
    const states = group ? (fields.get(group.id)?.rows ?? []).map((row) => row.get(field.id)) : [fields.get(field.id)]
    return field.options.some(({ id, hasWaitlist }) => {
      const free = left.get(field.id)?.get(id)
      if (!hasWaitlist || free === undefined) return false
      const wanted = states.reduce((sum, state) => sum + (state?.isAsked ? countWanted(state, id) : 0), 0)
      return wanted > 0 && wanted > Math.max(0, free)
    })
  })
}
