import type { RawAnswers } from '../../../domain/forms/answers.ts'
import { takesAnswer } from '../../../domain/forms/fields.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'

const isRow = (value: unknown): value is RawAnswers => typeof value === 'object' && value !== null && !Array.isArray(value)

export function rowsOf(answers: RawAnswers, group: string): RawAnswers[] {
  const rows = Object.hasOwn(answers, group) ? answers[group] : undefined
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

/** Each group begins with as many rows as it needs. */
export function withFirstRows({ fields }: FormIndex, answers: RawAnswers): RawAnswers {
  const missing = [...fields.values()].flatMap(({ field }): [string, RawAnswers[]][] => {
    if (field.kind !== 'group') return []
    const needed = Math.max(field.minRows, field.isRequired ? 1 : 0)
    const rows = rowsOf(answers, field.id)
    return rows.length >= needed ? [] : [[field.id, [...rows, ...Array.from({ length: needed - rows.length }, () => ({}))]]]
  })
  return missing.length === 0 ? answers : { ...answers, ...Object.fromEntries(missing) }
}

/** Drops answers to fields that this version of the form no longer has. With them, it could not be sent. */
export function keepKnown({ fields }: FormIndex, answers: RawAnswers): RawAnswers {
  const keepIn = (given: RawAnswers, group: string | null): RawAnswers =>
    Object.fromEntries(
      Object.entries(given).flatMap(([id, value]): [string, unknown][] => {
        const placed = fields.get(id)
        if (!placed || !takesAnswer(placed.field) || (placed.group?.id ?? null) !== group) return []
        return [[id, placed.field.kind === 'group' ? rowsOf(given, id).map((row) => keepIn(row, id)) : value]]
      }),
    )
  return keepIn(answers, null)
}
