import { toComparable } from '../../../domain/forms/answers.ts'
import type { Decision, FieldState, FormFault } from '../../../domain/forms/decide.ts'
import type { GroupField } from '../../../domain/forms/fields.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { namingOf } from '../../../domain/forms/name-fields.ts'
import { fillQuotes } from '../../../domain/forms/quotes.ts'
import { answerPath } from '../../../domain/forms/write-answer-fault.ts'

/** Where an answer is: in the form itself, or in a row of a group. */
export type Place = { field: string; group: string | null; row: number | null }

export const pathOf = ({ field, group, row }: Place): string => answerPath({ field, row }, group)

export function placeOf(index: FormIndex, { field, row }: Pick<FormFault, 'field' | 'row'>): Place {
  const group = row === null ? null : (index.fields.get(field)?.group?.id ?? null)
  return { field, group, row: group === null ? null : row }
}

export function findPlace(index: FormIndex, path: string): Place | null {
  const [start, first = '', row, inner] = path.split('.')
  if (start !== 'answers' || !index.fields.has(first)) return null
  return row === undefined || inner === undefined
    ? { field: first, group: null, row: null }
    : { field: inner, group: first, row: Number(row) }
}

const hidden: FieldState = { isAsked: false, isRequired: false, answer: null, fault: null }

/** What was decided about an answer. If its field is not there, it is hidden. */
export function stateOf({ fields }: Decision, { field, group, row }: Place): FieldState {
  return (group === null || row === null ? fields.get(field) : fields.get(group)?.rows?.[row]?.get(field)) ?? hidden
}

function pageOf(index: FormIndex, { field, group }: Place): string | undefined {
  const placed = index.fields.get(group ?? field)
  return placed && index.content.pages[placed.page]?.id
}

/** Whether an answer is on a page, or belongs to a question. Pages and fields have different ids. */
export const isOn = (index: FormIndex, place: Place, part: string): boolean =>
  part === (place.group ?? place.field) || part === pageOf(index, place)

export function labelOf(index: FormIndex, decision: Decision, { field, group, row }: Place): string {
  const { field: asked } = index.fields.get(field) ?? {}
  const around = group === null ? undefined : index.fields.get(group)?.field
  // The list of faults is short, so it does without the answers that a label quotes.
  const label = fillQuotes(asked?.label ?? '', {})
  if (around?.kind !== 'group' || row === null) return label
  const name = nameRow(around, decision.fields.get(around.id)?.rows?.[row], row)
  return `${name}: ${label}`
}

/** A row is called by what names it, such as the name of a child. */
export function nameRow(group: GroupField, states: ReadonlyMap<string, FieldState> | undefined, row: number): string {
  const [named] = namingOf(group).fields
  const name = named && toComparable(states?.get(named.id)?.answer ?? null)
  return typeof name === 'string' ? name : `${group.rowLabel} ${row + 1}`
}
