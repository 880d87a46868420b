import type { FormContent } from './content.ts'
import { type Field, takesAnswer } from './fields.ts'
import { listFormulaFields, parseFormula } from './formulas.ts'
import { listFields } from './index-content.ts'
import { nameQuotable } from './name-quotes.ts'

type Names = ReadonlyMap<string, string>

/** How fields are called in a formula: `[Adults] * 2`. Each has a name of its own. */
export const nameForFormula = (fields: readonly Field[]): Names =>
  nameQuotable(fields.map((field) => ({ ...field, label: field.label.replace(/[[\]]/g, '') })))

/** A formula as people write it, with names instead of ids. */
export const showFormula = (formula: string, names: Names): string =>
  formula.replace(/\bf[0-9a-z]{1,20}\b/g, (id) => (names.has(id) ? `[${names.get(id)}]` : id))

/** Reads a formula with names. A name that no field has stays as it was typed. */
export function readShownFormula(text: string, names: Names): string {
  const ids = new Map([...names].map(([id, name]) => [name, id]))
  return text.replace(/\[([^[\]]*)\]/g, (whole, name: string) => ids.get(name.trim()) ?? whole)
}

/** The fields that a formula can read: those that are answered by then, and other formulas that do not read this one. */
export function listReadableByFormula({ pages }: Pick<FormContent, 'pages'>, id: string): Field[] {
  const all = pages.flatMap((page, number) => listFields(page).map((one) => ({ ...one, number })))
  const own = all.find(({ field }) => field.id === id)
  const reads = (field: Field): string[] => {
    const formula = field.kind === 'computed' ? parseFormula(field.formula).formula : null
    return formula ? listFormulaFields(formula) : []
  }
  // A formula can read it through another one, so we go on until nothing is added.
  const readers = new Set([id])
  for (let before = 0; before < readers.size; ) {
    before = readers.size
    for (const { field } of all) if (reads(field).some((read) => readers.has(read))) readers.add(field.id)
  }
  return all
    .filter(({ field, group, number }) => {
      if (!own || number > own.number || readers.has(field.id)) return false
      if (own.group && group && group.id !== own.group.id) return false
      return takesAnswer(field) || field.kind === 'computed'
    })
    .map(({ field }) => field)
}
