import { listTests } from './conditions.ts'
import type { Action, FormContent } from './content.ts'
import { isPrivate, shownKinds } from './fields.ts'
import { listFormulaFields, parseFormula } from './formulas.ts'
import { listFields } from './index-content.ts'

type Answers = Record<string, unknown>

/** The ids of the fields whose answers only the owner sees. What is computed from such an answer would tell it, so it is one of them. */
export function listPrivateFields(content: Pick<FormContent, 'pages'>): string[] {
  const fields = content.pages.flatMap(listFields).map(({ field }) => field)
  const hidden = new Set<string>(fields.filter(isPrivate).map(({ id }) => id))
  const formulas = fields.flatMap((field) => {
    const formula = field.kind === 'computed' ? parseFormula(field.formula).formula : null
    return formula ? [{ id: field.id, reads: listFormulaFields(formula) }] : []
  })
  // A formula can read another one, so we go on until nothing is added.
  for (let before = -1; before < hidden.size; ) {
    before = hidden.size
    for (const { id, reads } of formulas) if (reads.some((read) => hidden.has(read))) hidden.add(id)
  }
  return fields.map(({ id }) => id).filter((id) => hidden.has(id))
}

/** A rule that tells an answer of this private field to all who run the form. */
export type TellingRule = { rule: string; field: string }

/**
 * The rules from which organizers can guess a private answer: they see whether a public question was asked, how the form ended, which pages came,
 * and what it costs.
 */
export function listTellingRules(content: Pick<FormContent, 'pages' | 'rules'>): TellingRule[] {
  const hidden = listPrivateFields(content)
  const unseen = content.pages
    .flatMap(listFields)
    .filter(({ field }) => shownKinds.includes(field.kind) || hidden.includes(field.id))
    .map(({ field }) => field.id as string)
  const tells = (action: Action): boolean => action.do !== 'require' && !(action.do === 'show' && unseen.includes(action.field))
  return content.rules
    .filter(({ actions }) => actions.some(tells))
    .flatMap(({ id, when }) => {
      const read = new Set(listTests(when).map(({ field }) => field as string))
      return hidden.filter((field) => read.has(field)).map((field) => ({ rule: id, field }))
    })
}

/** A form without some of its fields, also inside groups. */
export const withoutFields = <Content extends Pick<FormContent, 'pages'>>(content: Content, hidden: readonly string[]): Content => {
  if (hidden.length === 0) return content
  const isShown = ({ id }: { id: string }) => !hidden.includes(id)
  const pages = content.pages.map((page) => ({
    ...page,
    fields: page.fields
      .filter(isShown)
      .map((field) => (field.kind === 'group' ? { ...field, fields: field.fields.filter(isShown) } : field)),
  }))
  return { ...content, pages }
}

const isRow = (value: unknown): value is Answers => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The answers without those to some fields, also in the rows of groups. */
export function leaveOut<Given extends Answers>(answers: Given, fields: readonly string[]): Given {
  if (fields.length === 0) return answers
  const hidden = new Set(fields)
  // A row of a group has answers by field. What else is in lists has no keys that are ids of fields.
  const clean = (one: Answers): Answers =>
    Object.fromEntries(
      Object.entries(one).flatMap(([id, answer]) =>
        hidden.has(id) ? [] : [[id, Array.isArray(answer) ? answer.map((row: unknown) => (isRow(row) ? clean(row) : row)) : answer]],
      ),
    )
  return clean(answers) as Given
}
