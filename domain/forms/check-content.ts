import { type Comparison, listTests, type Test } from './conditions.ts'
import type { Action, Ending, FormContent, Rule } from './content.ts'
import { canBePrivate, type Field, type FieldKind, shownKinds } from './fields.ts'
import { type FormulaFault, listFormulaFields, parseFormula } from './formulas.ts'
import { listFields } from './index-content.ts'
import { maxFields } from './limits.ts'
import { canBeQuoted, canQuote, listQuoted, listQuotedInEnding } from './quotes.ts'

/** What is wrong with a form as a whole. `at` is the id of the field, rule or page where the builder shows it. */
export type ContentFault = { at: string } & (
  | {
      code:
        | 'idTwice'
        | 'unknownField'
        | 'unknownPage'
        | 'unknownEnding'
        | 'unknownOption'
        | 'tooManyFields'
        | 'addressNameTwice'
        | 'couponTwice'
        | 'hiddenInGroup'
        | 'notQuotable'
        | 'wordsChange'
        | 'notPrivate'
    }
  | {
      code: 'comparesWrongly' | 'notAProduct' | 'goesBack' | 'notYetAnswered' | 'otherGroup' | 'noPayment' | 'outOfOrder' | 'nothingToShow'
    }
  | { code: FormulaFault }
  /** Fields that decide about each other in a circle. */
  | { code: 'circle'; fields: string[] }
)

/** `order` counts the fields of the form, so that it says which comes first. */
type Placed = { field: Field; page: number; group: string | null; order: number }
type Places = ReadonlyMap<string, Placed>

/** Finds what a schema cannot: names of things that are not there, and rules that cannot be decided. Without faults a form can be published. */
export function checkContent(content: FormContent): ContentFault[] {
  const places = placeFields(content)
  const pages = new Map(content.pages.map(({ id }, number) => [id, number]))
  const structure = [...checkIds(content), ...[...places.values()].flatMap((placed) => checkField(placed, places, content))]
  const rules = content.rules.flatMap((rule) => checkRule(rule, content, places, pages))
  return [...structure, ...content.endings.flatMap((ending) => checkEnding(ending, places)), ...rules, ...findCircles(content, places)]
}

function placeFields(content: FormContent): Places {
  const places = new Map<string, Placed>()
  for (const [page, one] of content.pages.entries())
    for (const { field, group } of listFields(one)) places.set(field.id, { field, page, group: group?.id ?? null, order: places.size })
  return places
}

function checkIds({ pages, rules, endings }: FormContent): ContentFault[] {
  const fields = pages.flatMap(listFields).map(({ field }) => field)
  const ids = [...pages, ...fields, ...rules, ...endings].map(({ id }) => id)
  // A link brings one answer, and a group has several rows, so a name counts only outside of groups.
  const names = pages.flatMap((page) =>
    page.fields.flatMap((field) =>
      'addressName' in field && field.addressName !== null ? [{ at: field.id, name: field.addressName }] : [],
    ),
  )
  return [
    ...findTwice(ids).map((at): ContentFault => ({ at, code: 'idTwice' })),
    ...names
      .filter(({ name }, index) => names.findIndex((other) => other.name === name) < index)
      .map(({ at }): ContentFault => ({ at, code: 'addressNameTwice' })),
    ...pages
      .flatMap(listFields)
      .filter(({ field }) => field.kind === 'coupon')
      .filter(({ group }, index) => index > 0 || group !== null)
      .map(({ field }): ContentFault => ({ at: field.id, code: 'couponTwice' })),
    ...(fields.length > maxFields ? [{ at: pages.at(-1)?.id ?? '', code: 'tooManyFields' } as const] : []),
  ]
}

const findTwice = (ids: readonly string[]): string[] => [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))]

function checkField(placed: Placed, places: Places, content: FormContent): ContentFault[] {
  return [...checkQuotes(placed, places), ...checkKind(placed, places, content)]
}

/** A text can only quote what was answered before it is read. */
function checkQuotes({ field, group, order }: Placed, places: Places): ContentFault[] {
  const at = field.id
  const quoted = listQuoted(field)
  if (quoted.length > 0 && !canQuote(field)) return [{ at, code: 'wordsChange' }]
  return quoted.flatMap((id): ContentFault[] => {
    const read = places.get(id)
    if (!read) return [{ at, code: 'unknownField' }]
    if (!canBeQuoted(read.field)) return [{ at, code: 'notQuotable' }]
    if (read.order >= order) return [{ at, code: 'notYetAnswered' }]
    return read.group !== null && read.group !== group ? [{ at, code: 'otherGroup' }] : []
  })
}

function checkEnding(ending: Ending, places: Places): ContentFault[] {
  const at = ending.id
  return listQuotedInEnding(ending).flatMap((id): ContentFault[] => {
    const read = places.get(id)
    if (!read) return [{ at, code: 'unknownField' }]
    if (!canBeQuoted(read.field)) return [{ at, code: 'notQuotable' }]
    return read.group === null ? [] : [{ at, code: 'otherGroup' }]
  })
}

function checkKind({ field, page, group }: Placed, places: Places, { payment }: FormContent): ContentFault[] {
  const at = field.id
  if ((field.kind === 'product' || field.kind === 'ownAmount' || field.kind === 'coupon') && payment === null)
    return [{ at, code: 'noPayment' }]
  if (field.kind === 'hidden' && group !== null) return [{ at, code: 'hiddenInGroup' }]
  if (field.seenBy === 'owner' && !canBePrivate(field)) return [{ at, code: 'notPrivate' }]
  if (isOutOfOrder(field)) return [{ at, code: 'outOfOrder' }]
  if (isBlank(field)) return [{ at, code: 'nothingToShow' }]
  if (field.kind !== 'computed') return []
  const { formula, fault } = parseFormula(field.formula)
  if (fault !== null) return [{ at, code: fault }]
  return listFormulaFields(formula).flatMap((id): ContentFault[] => {
    const read = places.get(id)
    if (!read) return [{ at, code: 'unknownField' }]
    if (read.page > page) return [{ at, code: 'notYetAnswered' }]
    // Outside of groups, a formula reads all rows at once. Inside one, it reads its own row.
    return group !== null && read.group !== null && read.group !== group ? [{ at, code: 'otherGroup' }] : []
  })
}

/** A picture that was not chosen yet, or a text that was not written yet. */
const isBlank = (field: Field): boolean =>
  (field.kind === 'picture' && field.pictureId === null) || ((field.kind === 'richText' || field.kind === 'waiver') && field.text === '')

/** A lowest value above the highest one: no answer would do. */
function isOutOfOrder(field: Field): boolean {
  const pairs: [unknown, unknown][] = [
    'min' in field ? [field.min, 'max' in field ? field.max : null] : [null, null],
    'minLength' in field ? [field.minLength, field.maxLength] : [null, null],
    'minAge' in field ? [field.minAge, field.maxAge] : [null, null],
    'from' in field ? [field.from, field.until] : [null, null],
    'minRows' in field ? [field.minRows, field.maxRows] : [null, null],
  ]
  if (field.kind === 'choices' && field.min !== null && field.min > field.options.length) return true
  return pairs.some(([low, high]) => {
    if (typeof low === 'number' && typeof high === 'number') return low > high
    return typeof low === 'string' && typeof high === 'string' && low > high
  })
}

function checkRule(rule: Rule, content: FormContent, places: Places, pages: ReadonlyMap<string, number>): ContentFault[] {
  const at = rule.id
  const tests = listTests(rule.when).flatMap((test): ContentFault[] => {
    const read = places.get(test.field)
    if (!read) return [{ at, code: 'unknownField' }]
    return judgeTest(test, read.field).map((code): ContentFault => ({ at, code }))
  })
  if (tests.length > 0) return tests
  const read = listTests(rule.when).flatMap(({ field }) => places.get(field) ?? [])
  return rule.actions.flatMap((action) => checkAction(action, content, places, pages, read).map((code): ContentFault => ({ at, code })))
}

type RuleFault = Exclude<ContentFault['code'], 'circle'>

function checkAction(
  action: Action,
  { endings }: FormContent,
  places: Places,
  pages: ReadonlyMap<string, number>,
  read: readonly Placed[],
): RuleFault[] {
  if (action.do === 'goTo' || action.do === 'end') {
    const from = pages.get(action.from)
    const to = action.do === 'goTo' ? pages.get(action.to) : Number.POSITIVE_INFINITY
    if (from === undefined || to === undefined) return ['unknownPage']
    if (action.do === 'end' && !endings.some(({ id }) => id === action.ending)) return ['unknownEnding']
    if (to <= from) return ['goesBack']
    if (read.some(({ group }) => group !== null)) return ['otherGroup']
    return read.some(({ page }) => page > from) ? ['notYetAnswered'] : []
  }
  const target = places.get(action.field)
  if (!target) return ['unknownField']
  if (read.some(({ group }) => group !== null && group !== target.group)) return ['otherGroup']
  if (read.some(({ page }) => page > target.page)) return ['notYetAnswered']
  if (action.do !== 'setPrice') return []
  if (target.field.kind !== 'product') return ['notAProduct']
  const { options } = target.field
  return action.option === null || options.some(({ id }) => id === action.option) ? [] : ['unknownOption']
}

const ordered: readonly Comparison[] = ['above', 'below', 'atLeast', 'atMost']
const byTime: readonly Comparison[] = ['before', 'after']
const equal: readonly Comparison[] = ['is', 'isNot']

/** What can be compared with each kind of field, besides being empty or filled. */
const comparisonsOf: Partial<Record<FieldKind, readonly Comparison[]>> = {
  ...Object.fromEntries(
    (['shortText', 'longText', 'email', 'phone', 'address', 'hidden'] as const).map((kind) => [kind, [...equal, 'contains']]),
  ),
  ...Object.fromEntries((['number', 'rating', 'level', 'ownAmount', 'group'] as const).map((kind) => [kind, [...equal, ...ordered]])),
  ...Object.fromEntries((['date', 'birthDate', 'time'] as const).map((kind) => [kind, [...equal, ...byTime, 'atLeast', 'atMost']])),
  ...Object.fromEntries(
    (['choice', 'team', 'season', 'division', 'activity', 'city', 'place', 'person', 'yesNo'] as const).map((kind) => [kind, equal]),
  ),
  choices: ['includes'],
  product: ['includes'],
  computed: [...equal, ...ordered, 'contains'],
}

/** How the answer of a field can be compared; empty for fields that only show something. */
export function listComparisons({ kind }: Pick<Field, 'kind'>): readonly Comparison[] {
  return shownKinds.includes(kind) ? [] : ['isFilled', 'isEmpty', ...(comparisonsOf[kind] ?? [])]
}

const numeric: readonly FieldKind[] = ['number', 'rating', 'level', 'ownAmount', 'group']

/** A test must be able to hold: it compares with a value of the right kind, and with an option that is there. */
function judgeTest({ compare, value }: Test, field: Field): ('comparesWrongly' | 'unknownOption')[] {
  if (shownKinds.includes(field.kind)) return ['comparesWrongly']
  if (value === undefined) return []
  if (!comparisonsOf[field.kind]?.includes(compare)) return ['comparesWrongly']
  if (field.kind === 'yesNo') return typeof value === 'boolean' ? [] : ['comparesWrongly']
  if (numeric.includes(field.kind)) return typeof value === 'number' ? [] : ['comparesWrongly']
  if (field.kind === 'computed') return typeof value === 'boolean' ? ['comparesWrongly'] : []
  if (typeof value !== 'string') return ['comparesWrongly']
  return 'options' in field && !field.options.some(({ id }) => id === value) ? ['unknownOption'] : []
}

/** Finds fields whose question, answer or being required depends on itself. */
function findCircles({ rules, pages }: FormContent, places: Places): ContentFault[] {
  const reads = new Map<string, Set<string>>([...places.keys()].map((id) => [id, new Set()]))
  const add = (from: string, to: string) => reads.get(from)?.add(to)
  for (const { field, group } of pages.flatMap(listFields)) {
    if (group) add(field.id, group.id)
    const formula = field.kind === 'computed' ? parseFormula(field.formula).formula : null
    if (formula) for (const id of listFormulaFields(formula)) add(field.id, id)
  }
  for (const { when, actions } of rules)
    for (const action of actions)
      if (action.do === 'show' || action.do === 'require') for (const { field } of listTests(when)) add(action.field, field)
  const circle = findCircle(reads)
  return circle ? [{ at: circle[0] ?? '', code: 'circle', fields: circle }] : []
}

/** The first circle of a graph, found without recursion. */
function findCircle(reads: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>()
  for (const start of reads.keys()) {
    const path: { id: string; next: string[] }[] = done.has(start) ? [] : [{ id: start, next: [...(reads.get(start) ?? [])] }]
    while (path.length > 0) {
      const top = path.at(-1)
      const id = top?.next.pop()
      if (id === undefined) {
        done.add(path.pop()?.id ?? '')
        continue
      }
      const at = path.findIndex((step) => step.id === id)
      if (at >= 0) return path.slice(at).map((step) => step.id)
      if (!done.has(id)) path.push({ id, next: [...(reads.get(id) ?? [])] })
    }
  }
  return null
}
