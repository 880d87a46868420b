import type { Action, FormContent, Page, Rule } from './content.ts'
import type { Field, GroupField } from './fields.ts'
import { type Formula, parseFormula } from './formulas.ts'

export type PriceChange = { rule: Rule; option: string | null; amount: number }
type Jump = { rule: Rule; action: Extract<Action, { do: 'goTo' | 'end' }> }

/** Where a field is, and the rules that are about it. */
export type PlacedField = {
  field: Field
  /** The position of its page. */
  page: number
  group: GroupField | null
  shownBy: Rule[]
  requiredBy: Rule[]
  prices: PriceChange[]
  /** Null if it is not computed, or its formula cannot be read. */
  formula: Formula | null
}

/** A form arranged for decisions. It is made once for each version of a form. */
export type FormIndex = {
  content: FormContent
  fields: ReadonlyMap<string, PlacedField>
  /** For each page the rules that end the form or leave pages out after it, in order. */
  jumps: ReadonlyMap<string, Jump[]>
  pageNumbers: ReadonlyMap<string, number>
}

type InPage = { field: Field; group: GroupField | null }

/** The fields of a page and of its groups. */
export const listFields = (page: Pick<Page, 'fields'>): InPage[] =>
  page.fields.flatMap((field): InPage[] => [
    { field, group: null },
    ...(field.kind === 'group' ? field.fields.map((inner) => ({ field: inner, group: field })) : []),
  ])

export function indexContent(content: FormContent): FormIndex {
  const fields = new Map<string, PlacedField>()
  for (const [number, page] of content.pages.entries()) {
    for (const { field, group } of listFields(page)) {
      const formula = field.kind === 'computed' ? parseFormula(field.formula).formula : null
      fields.set(field.id, { field, page: number, group, shownBy: [], requiredBy: [], prices: [], formula })
    }
  }
  const jumps = new Map<string, Jump[]>()
  for (const rule of content.rules) {
    for (const action of rule.actions) {
      if (action.do === 'goTo' || action.do === 'end') jumps.set(action.from, [...(jumps.get(action.from) ?? []), { rule, action }])
      else addToField(fields.get(action.field), rule, action)
    }
  }
  return { content, fields, jumps, pageNumbers: new Map(content.pages.map(({ id }, number) => [id, number])) }
}

function addToField(placed: PlacedField | undefined, rule: Rule, action: Exclude<Action, { do: 'goTo' | 'end' }>) {
  if (action.do === 'show') placed?.shownBy.push(rule)
  else if (action.do === 'require') placed?.requiredBy.push(rule)
  else placed?.prices.push({ rule, option: action.option, amount: action.amount })
}
