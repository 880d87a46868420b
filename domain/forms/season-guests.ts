import * as v from 'valibot'
import { maxGuestNameLength } from '../teams/contract.ts'
import { properName } from '../texts.ts'
import type { RawAnswers } from './answers.ts'
import type { FormContent } from './content.ts'
import type { StoredAnswers } from './decide.ts'
import type { Field, InnerField } from './fields.ts'
import { nameFieldsOf } from './fill-child.ts'
import { isNameField, readChosen } from './list-options.ts'

/** A guest whom a submission registers for seasons and sides. */
export type SeasonGuest = {
  id: string
  /** Who has no place among the guests of the community yet is added under this name, as a child of the sender. Null for whoever is there. */
  name: string | null
  /** The seasons and sides that were chosen for them. */
  refIds: string[]
}

/** A child in the rows of a group, whom the community may not know yet. */
export type ChildInForm = { name: string; refIds: string[] }

const ChildName = properName('A name', 1, maxGuestNameLength)

/** How two names of children are compared. */
export const childKey = (name: string): string => name.toLowerCase()

/** The seasons and sides that these answers stand for. */
const refsOf = (fields: readonly (Field | InnerField)[], answers: RawAnswers): string[] => {
  const found = fields.flatMap((field) => {
    if (!('options' in field) || field.kind === 'ranking') return []
    const chosen = readChosen(answers[field.id]).map(({ option }) => option)
    return field.options.flatMap(({ id, refId }) => (refId && chosen.includes(id) ? [refId] : []))
  })
  return [...new Set(found)]
}

/** What was chosen outside of groups: for whom the form was filled. */
export const listOwnRefs = ({ pages }: Pick<FormContent, 'pages'>, answers: StoredAnswers): string[] =>
  refsOf(
    pages.flatMap(({ fields }) => fields),
    answers,
  )

/** The children in the rows of groups who have chosen a season or a side. A row without a name is about nobody; one name is one child. */
export function listChildrenInForm({ pages }: Pick<FormContent, 'pages'>, answers: StoredAnswers): ChildInForm[] {
  const children = new Map<string, ChildInForm>()
  for (const field of pages.flatMap(({ fields }) => fields)) {
    if (field.kind !== 'group') continue
    const naming = nameFieldsOf(field.fields.filter(isNameField))
    for (const row of (answers[field.id] ?? []) as RawAnswers[]) {
      const refIds = refsOf(field.fields, row)
      const parts = naming.map(({ id }) => row[id]).filter((part) => typeof part === 'string')
      const name = v.safeParse(ChildName, parts.join(' '))
      if (refIds.length === 0 || !name.success) continue
      const before = children.get(childKey(name.output))
      children.set(childKey(name.output), {
        name: before?.name ?? name.output,
        refIds: [...new Set([...(before?.refIds ?? []), ...refIds])],
      })
    }
  }
  return [...children.values()]
}
