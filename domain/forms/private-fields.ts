import type { FormContent } from './content.ts'
import { isPrivate } from './fields.ts'
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
