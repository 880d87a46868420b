import type { Chosen } from './answers.ts'
import type { FormContent } from './content.ts'
import type { StoredAnswers } from './decide.ts'
import type { Field, InnerField } from './fields.ts'
import { listFields } from './index-content.ts'
import { maxLabelLength } from './limits.ts'
import { isNameField, nameFieldsOf, namingOf, writeName } from './name-fields.ts'

/** So many of an option. A limit counts over all rows of a group. */
export type OptionCount = { field: string; option: string; quantity: number; refId: string | null }

/** An option that has a limit, and whether others can wait for it. */
export type OptionLimit = { field: string; option: string; limit: number; hasWaitlist: boolean }

type WithOptions = Extract<Field, { options: unknown }>
const hasOptions = (field: Field): field is WithOptions => 'options' in field

/** All options are counted, because a later version may limit them. Nobody takes a place by a ranking. */
const listCountedFields = (content: Pick<FormContent, 'pages'>): WithOptions[] =>
  content.pages.flatMap((page) => listFields(page).flatMap(({ field }) => (hasOptions(field) && field.kind !== 'ranking' ? [field] : [])))

export const listLimits = (content: Pick<FormContent, 'pages'>): OptionLimit[] =>
  listCountedFields(content).flatMap(({ id, options }) =>
    options.flatMap(({ id: option, limit, hasWaitlist }) => (limit === null ? [] : [{ field: id, option, limit, hasWaitlist }])),
  )

/**
 * The limits for who has filled `filled`, while `latest` is the version that is shown. Nobody else gets an option that was limited and is not
 * there any more.
 */
export function listLimitsNow(latest: Pick<FormContent, 'pages'>, filled: Pick<FormContent, 'pages'>): OptionLimit[] {
  const fields = listCountedFields(latest)
  const isGone = ({ field, option }: OptionLimit) =>
    !fields.some(({ id, options }) => id === field && options.some((one) => one.id === option))
  const gone = listLimits(filled).filter(isGone)
  return [...listLimits(latest), ...gone.map((limit) => ({ ...limit, limit: 0, hasWaitlist: false }))]
}

/** The options of a stored answer, and how many of each. */
export function readChosen(answer: unknown): Chosen[] {
  if (typeof answer === 'string') return [{ option: answer, quantity: 1 }]
  if (!Array.isArray(answer)) return []
  return answer.map((one: string | Chosen) => (typeof one === 'string' ? { option: one, quantity: 1 } : one))
}

/** The options that stored answers have chosen. */
export function countOptions(content: Pick<FormContent, 'pages'>, answers: StoredAnswers): OptionCount[] {
  const counts = new Map<string, OptionCount>()
  const counted = new Map(listCountedFields(content).map(({ id, options }) => [id as string, options]))
  const count = (field: InnerField | Field, answer: unknown) => {
    const options = counted.get(field.id)
    if (!options) return
    for (const { option, quantity } of readChosen(answer)) {
      const key = `${field.id} ${option}`
      const refId = options.find(({ id }) => id === option)?.refId ?? null
      counts.set(key, { field: field.id, option, quantity: (counts.get(key)?.quantity ?? 0) + quantity, refId })
    }
  }
  for (const { fields } of content.pages) {
    for (const field of fields) {
      if (field.kind !== 'group') count(field, answers[field.id])
      else
        for (const row of (answers[field.id] ?? []) as Record<string, unknown>[])
          for (const inner of field.fields) count(inner, row[inner.id])
    }
  }
  return [...counts.values()]
}

/**
 * The name in the answers that all organizers see: a first and a last name, or the first short answer. It says in a list whose answers they are. A
 * form that asks for children first has the names of them.
 */
export function labelOf(content: Pick<FormContent, 'pages'>, answers: StoredAnswers): string {
  const naming = nameFieldsOf(content.pages.flatMap(({ fields }) => fields.filter(isNameField)))
  for (const { fields } of content.pages) {
    for (const field of fields) {
      if (isNameField(field) && typeof answers[field.id] === 'string') return writeName(naming, answers) || String(answers[field.id])
      if (field.kind !== 'group') continue
      const { fields: named } = namingOf({ ...field, fields: field.fields.filter(isNameField) })
      const rows = (answers[field.id] ?? []) as Record<string, unknown>[]
      const names = rows.map((row) => writeName(named, row)).filter((name) => name !== '')
      if (names.length > 0) return names.join(', ').slice(0, maxLabelLength)
    }
  }
  return ''
}

/** The choices that register somebody for a season or a side of one. A choice of a community stands for nothing of this one. */
export function seasonChoices(content: Pick<FormContent, 'pages'>, options: readonly OptionCount[]): OptionCount[] {
  const kinds = new Map(listCountedFields(content).map(({ id, kind }) => [id as string, kind]))
  return options.filter(({ field, refId }) => refId !== null && kinds.get(field) !== 'team')
}

/** What the choices of a form stand for. */
export type OptionRef = { field: string; label: string; refId: string; of: 'community' | 'season' | 'side' | 'seasonOrSide' }

const refKinds: Partial<Record<Field['kind'], OptionRef['of']>> = { team: 'community', season: 'season', division: 'side' }

export const listRefs = (content: Pick<FormContent, 'pages'>): OptionRef[] =>
  content.pages.flatMap((page) =>
    listFields(page).flatMap(({ field }) => {
      if (!hasOptions(field)) return []
      const of = refKinds[field.kind] ?? 'seasonOrSide'
      return field.options.flatMap(({ label, refId }) => (refId === null ? [] : [{ field: field.id, label, refId, of }]))
    }),
  )

/** Whoever is accepted is registered for the season or the side that their choice stands for. */
export const registersForSeasons = (content: Pick<FormContent, 'pages'>): boolean =>
  listCountedFields(content).some(({ options }) => options.some(({ refId }) => refId !== null))

/** The same without choices of a community, which put nobody on a roster. */
export const putsOnRosters = (content: Pick<FormContent, 'pages'>): boolean => listRefs(content).some(({ of }) => of !== 'community')
