import * as v from 'valibot'
import { maxGuestNameLength } from '../teams/contract.ts'
import { properName } from '../texts.ts'
import type { RawAnswers } from './answers.ts'
import type { FormContent } from './content.ts'
import type { StoredAnswers } from './decide.ts'
import type { Field, InnerField } from './fields.ts'
import { readChosen } from './list-options.ts'
import { childKey, isNameField, joinName, namingOf } from './name-fields.ts'

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

type NamedRow = ChildInForm & {
  /** Its group and its place in it. */
  at: string
  /** All other answers of the row. */
  others: string
}

/** The rows of groups that say who they are about. A name that only the owner sees says it to nobody. */
function listNamedRows({ pages }: Pick<FormContent, 'pages'>, answers: StoredAnswers): NamedRow[] {
  return pages
    .flatMap(({ fields }) => fields)
    .flatMap((field) => {
      if (field.kind !== 'group') return []
      const { fields: naming } = namingOf(field)
      if (!naming.every(isNameField)) return []
      return ((answers[field.id] ?? []) as RawAnswers[]).flatMap((row, index) => {
        const name = v.safeParse(ChildName, joinName(naming, row))
        if (!name.success) return []
        const others = Object.entries(row).filter(([id]) => !naming.some((one) => one.id === id))
        return [{ name: name.output, refIds: refsOf(field.fields, row), at: `${field.id} ${index}`, others: JSON.stringify(others) }]
      })
    })
}

/** The children in the rows of groups who have chosen a season or a side. A row without a name is about nobody; one name is one child. */
export function listChildrenInForm(content: Pick<FormContent, 'pages'>, answers: StoredAnswers): ChildInForm[] {
  const children = new Map<string, ChildInForm>()
  for (const { name, refIds } of listNamedRows(content, answers)) {
    if (refIds.length === 0) continue
    const before = children.get(childKey(name))
    children.set(childKey(name), { name: before?.name ?? name, refIds: [...new Set([...(before?.refIds ?? []), ...refIds])] })
  }
  return [...children.values()]
}

/** Two names differ by one or two letters in one place, or one of them has a part more. */
function isNearlySame(one: string, other: string): boolean {
  const [a, b] = [childKey(one), childKey(other)]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const left = Math.max(a.length, b.length) - start - end
  return start + end > 1 && (left <= 2 || start + end === shorter)
}

/**
 * The names that were corrected: what a child was called before, by its `childKey` now. A name is only corrected if it is nearly the same and nothing
 * else of its row was changed. Otherwise the row is about another child now.
 */
export function correctNames(content: Pick<FormContent, 'pages'>, before: StoredAnswers, after: StoredAnswers): Map<string, string> {
  const [old, now] = [listNamedRows(content, before), listNamedRows(content, after)]
  const has = (rows: readonly NamedRow[], name: string) => rows.some((row) => childKey(row.name) === childKey(name))
  return new Map(
    now.flatMap(({ name, at, others }): [string, string][] => {
      const former = old.find((row) => row.at === at && row.others === others)
      if (!former || has(old, name) || has(now, former.name) || !isNearlySame(name, former.name)) return []
      return [[childKey(name), former.name]]
    }),
  )
}
