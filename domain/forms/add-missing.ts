import type { RawAnswers } from './answers.ts'
import type { FormContent } from './content.ts'
import { type Field, isPersonal } from './fields.ts'

const isRow = (value: unknown): value is RawAnswers => typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsOf = (value: unknown): RawAnswers[] => (Array.isArray(value) ? value.filter(isRow) : [])

/**
 * What an organizer has entered, with what the person adds: what only they can say, and what was not asked before. What is there stays, because
 * places and the price depend on it.
 */
export function addMissing({ pages }: FormContent, stored: RawAnswers, given: RawAnswers): Record<string, unknown> {
  const add = (fields: readonly Field[], before: RawAnswers, added: RawAnswers): Record<string, unknown> => {
    const answers: Record<string, unknown> = { ...before }
    for (const field of fields) {
      const { id } = field
      if (field.kind === 'group') {
        const more = rowsOf(added[id])
        // A group that was not asked before has no rows that could stay.
        if (before[id] !== undefined) answers[id] = rowsOf(before[id]).map((row, at) => add(field.fields, row, more[at] ?? {}))
        else if (more.length > 0) answers[id] = more
      } else if (added[id] !== undefined && (isPersonal(field) || before[id] === undefined)) answers[id] = added[id]
    }
    return answers
  }
  const known = pages.flatMap(({ fields }) => fields)
  return add(known, stored, Object.fromEntries(known.flatMap(({ id }) => (Object.hasOwn(given, id) ? [[id, given[id]]] : []))))
}
