import { type Field, type GroupField, type InnerField, isPrivate } from './fields.ts'
import { maxLabelLength } from './limits.ts'

type Named = Pick<Field | InnerField, 'id' | 'kind' | 'label'>

/** Whether a field can say in a list whose answers they are. */
export const isNameField = (field: Field | InnerField): boolean => field.kind === 'shortText' && !isPrivate(field)

const isCalled = (field: Named, pattern: RegExp) => field.kind === 'shortText' && pattern.test(field.label)

/** The fields that say who answers, or who a row is about: a first and a last name, or the first short text. */
export function nameFieldsOf<Each extends Named>(fields: readonly Each[]): Each[] {
  const first = fields.find((field) => isCalled(field, /\bfirst name\b/i))
  const last = fields.find((field) => isCalled(field, /\b(last|family) name\b/i))
  if (first && last && first.id !== last.id) return [first, last]
  const named = fields.find(({ kind }) => kind === 'shortText')
  return named ? [named] : []
}

/**
 * The fields that say who a row of a group is about: those that the organizers have picked, or those that the labels tell. `isSure` is false if they
 * have picked none, and no label says that it is a name. Then the first short text may be a size of a shirt, which two children can share.
 */
export function namingOf({ fields, nameFields = [] }: Pick<GroupField, 'fields' | 'nameFields'>): {
  fields: InnerField[]
  isSure: boolean
} {
  const picked = fields.filter(({ id, kind }) => kind === 'shortText' && nameFields.includes(id))
  const called = nameFieldsOf(picked.length > 0 ? picked : fields)
  // A first name comes before a last name, wherever they stand.
  if (picked.length > 0) return { fields: called.length === picked.length ? called : picked, isSure: true }
  return { fields: called, isSure: called.length > 0 && called.every((field) => isCalled(field, /\bname\b/i)) }
}

/** The name in the answers to these fields, such as "Ava Lane". Empty if none of them is answered. */
export const joinName = (fields: readonly Pick<Named, 'id'>[], answers: Readonly<Record<string, unknown>>): string =>
  fields
    .map(({ id }) => answers[id])
    .filter((part) => typeof part === 'string')
    .join(' ')

/** The same for lists, where it can only be so long. */
export const writeName = (fields: readonly Pick<Named, 'id'>[], answers: Readonly<Record<string, unknown>>): string =>
  joinName(fields, answers).slice(0, maxLabelLength)

/** How two names of children are compared. */
export const childKey = (name: string): string => name.toLowerCase()
