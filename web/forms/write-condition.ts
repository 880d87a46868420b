import { formatMoney } from '../../domain/format-money.ts'
import type { Comparison, Condition, Test } from '../../domain/forms/conditions.ts'
import type { Action, FormContent, Rule } from '../../domain/forms/content.ts'
import { currencyOf } from '../../domain/forms/currency-of.ts'
import type { Field } from '../../domain/forms/fields.ts'
import { listFields } from '../../domain/forms/index-content.ts'
import { nameEnding, nameQuotes } from '../../domain/forms/name-quotes.ts'

export const comparisonWords: Record<Comparison, string> = {
  isFilled: 'is answered',
  isEmpty: 'is not answered',
  is: 'is',
  isNot: 'is not',
  includes: 'includes',
  contains: 'contains',
  above: 'is above',
  below: 'is below',
  atLeast: 'is at least',
  atMost: 'is at most',
  before: 'is before',
  after: 'is after',
}

export type FieldNames = ReadonlyMap<string, Field>

export const mapFields = ({ pages }: FormContent): FieldNames =>
  new Map(
    nameQuotes({ pages })
      .pages.flatMap(listFields)
      .map(({ field }) => [field.id, field]),
  )

function writeValue(value: Test['value'], field: Field | undefined, content: FormContent): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && field?.kind === 'ownAmount') return formatMoney({ amount: value, currency: currencyOf(content) })
  if (field && 'options' in field) return field.options.find(({ id }) => id === value)?.label ?? 'a removed choice'
  // It can be the id of a choice.
  return field || typeof value === 'number' ? String(value) : '…'
}

function writeTest({ field: id, compare, value }: Test, content: FormContent, fields: FieldNames): string {
  const field = fields.get(id)
  const name = field?.label || 'a removed field'
  if (value === undefined)
    return `${name} ${compare === 'isFilled' && field && 'options' in field ? 'is chosen' : comparisonWords[compare]}`
  return `${name} ${comparisonWords[compare]} ${writeValue(value, field, content)}`
}

/** "Division is U10 and Age is at least 8". */
export function writeCondition(condition: Condition | Test, content: FormContent, fields: FieldNames): string {
  if ('field' in condition) return writeTest(condition, content, fields)
  const [parts, word] = 'all' in condition ? [condition.all, ' and '] : [condition.any, ' or ']
  return parts.map((part) => ('field' in part ? writeTest(part, content, fields) : `(${writeCondition(part, content, fields)})`)).join(word)
}

/** How a page is called in lists: by its title, or by its number. */
export const pageName = ({ pages }: Pick<FormContent, 'pages'>, id: string): string => {
  const index = pages.findIndex((page) => page.id === id)
  if (index < 0) return 'a removed page'
  return pages[index]?.title || `Page ${index + 1}`
}

export function writeAction(action: Action, content: FormContent, fields: FieldNames): string {
  if (action.do === 'goTo') return `go from ${pageName(content, action.from)} to ${pageName(content, action.to)}`
  if (action.do === 'end') {
    const ending = content.endings.find(({ id }) => id === action.ending)
    return `end after ${pageName(content, action.from)} with ${(ending && nameEnding(content, ending)) || 'a removed ending'}`
  }
  const field = fields.get(action.field)
  const name = field?.label || 'a removed field'
  if (action.do !== 'setPrice') return `${action.do} ${name}`
  const option = field?.kind === 'product' ? field.options.find(({ id }) => id === action.option) : undefined
  const price = formatMoney({ amount: action.amount, currency: currencyOf(content) })
  return `${option?.label ?? name} costs ${price}`
}

/** "If Division is U10, show Shirt size." */
export const writeRule = ({ when, actions }: Rule, content: FormContent, fields: FieldNames): string =>
  `If ${writeCondition(when, content, fields)}, ${actions.map((action) => writeAction(action, content, fields)).join(' and ')}.`
