import type { FormContent } from './content.ts'
import type { StoredAnswers } from './decide.ts'
import type { Field, FieldKind } from './fields.ts'
import { answerPath } from './write-answer-fault.ts'

/** Kinds whose answer is the id of something that is searched by its name. */
const namedKinds = ['city', 'place', 'person'] as const
export type NamedKind = (typeof namedKinds)[number]
export const isNamedKind = (kind: FieldKind): kind is NamedKind => namedKinds.some((named) => named === kind)

/** Whether answers to a field are such ids, or those in its rows. */
export const hasNamedAnswers = (field: Field): boolean =>
  field.kind === 'group' ? field.fields.some(({ kind }) => isNamedKind(kind)) : isNamedKind(field.kind)

/** The id that an answer names, and the path of this answer in the issues of a refusal. */
export type NamedAnswer = { kind: NamedKind; id: string; path: string }

/** All cities, places and people in stored answers, row by row. */
export function listNamedAnswers(content: Pick<FormContent, 'pages'>, answers: StoredAnswers): NamedAnswer[] {
  const list = (field: { id: string; kind: FieldKind }, id: unknown, row: number | null, group: string | null): NamedAnswer[] =>
    isNamedKind(field.kind) && typeof id === 'string' ? [{ kind: field.kind, id, path: answerPath({ field: field.id, row }, group) }] : []
  return content.pages.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      if (field.kind !== 'group') return list(field, answers[field.id], null, null)
      const rows = (answers[field.id] ?? []) as Record<string, unknown>[]
      return rows.flatMap((row, at) => field.fields.flatMap((inner) => list(inner, row[inner.id], at, field.id)))
    }),
  )
}

/** Those that were not named before. Somebody who was chosen before may have left the community since. */
export function listNewNames(content: Pick<FormContent, 'pages'>, before: StoredAnswers, after: StoredAnswers): NamedAnswer[] {
  const known = listNamedAnswers(content, before)
  return listNamedAnswers(content, after).filter(({ kind, id }) => !known.some((one) => one.kind === kind && one.id === id))
}

/** Says what to do about an answer that names nothing. */
export const unknownNames: Record<NamedKind, string> = {
  city: 'Choose a city from the list.',
  place: 'Choose a place from the list.',
  person: 'Choose somebody who is in the community.',
}
