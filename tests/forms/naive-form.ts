import { type Answer, type Chosen, judgeAnswer, toComparable } from '../../domain/forms/answers.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import type { Field } from '../../domain/forms/fields.ts'

type Answers = Record<string, unknown>
type Row = { group: string; number: number }
type Placed = { field: Field; page: number; group: string | null }
const keyOf = (id: string, row: Row | null) => (row ? `${row.group}/${row.number}/${id}` : id)

const personal: readonly string[] = ['waiver', 'signature', 'consent']

type AnyCondition = { all: AnyCondition[] } | { any: AnyCondition[] } | { field: string; compare: string; value?: unknown }

/**
 * Decides about a form in another way: it supposes that nothing is shown, computes what would be shown then, and repeats this until nothing
 * changes. Conditions and formulas become JavaScript. It uses the product only to judge a single answer.
 */
export function decideNaively(
  content: FormContent,
  answers: Answers,
  today: string,
  { signed = new Set<string>(), isForAnother = false }: { signed?: ReadonlySet<string>; isForAnother?: boolean } = {},
) {
  const placed: Placed[] = []
  for (const [page, { fields }] of content.pages.entries()) {
    for (const field of fields) {
      placed.push({ field, page, group: null })
      if (field.kind === 'group') for (const inner of field.fields) placed.push({ field: inner, page, group: field.id })
    }
  }
  const rowsOf = (group: string): Row[] => {
    const field = placed.find((one) => one.field.id === group)?.field
    const raw = answers[group]
    const most = field?.kind === 'group' ? field.maxRows : 0
    return Array.isArray(raw) ? raw.slice(0, most).map((_, number) => ({ group, number })) : []
  }
  const all: (Placed & { row: Row | null })[] = []
  for (const one of placed) for (const row of one.group === null ? [null] : rowsOf(one.group)) all.push({ ...one, row })
  const rawOf = (id: string, row: Row | null): unknown => (row ? (answers[row.group] as Answers[])[row.number]?.[id] : answers[id])

  /** Who is named in a row, as far as that is sure. */
  const nameIn = (row: Row): string => {
    const texts = placed.flatMap(({ field, group }) => (group === row.group && field.kind === 'shortText' ? [field] : []))
    const called = (words: string) => texts.find(({ label }) => label.toLowerCase().includes(words))
    const [first, last] = [called('first name'), called('last name')]
    const naming = first && last ? [first, last] : texts.slice(0, 1)
    const isHidable = (id: string) => content.rules.some(({ actions }) => actions.some((one) => one.do === 'show' && one.field === id))
    if (naming.some(({ id, label }) => !label.toLowerCase().split(' ').includes('name') || isHidable(id))) return ''
    return naming
      .map((field) => judgeAnswer(field, rawOf(field.id, row), { today }).answer)
      .filter((part) => part !== null)
      .join(' ')
  }
  /** Signed before, by the person or for the child in this row: it counts as signed, whatever is sent. */
  const isSigned = ({ field, group }: Placed, row: Row | null) => {
    if (field.kind !== 'waiver') return false
    if (group === null) return signed.has(field.id)
    const name = row ? nameIn(row) : ''
    return name !== '' && signed.has(`${field.id} ${name.toLowerCase()}`)
  }
  /** Whoever fills for somebody else says nothing that only the other can say. */
  const isLeft = (one: Placed, row: Row | null) => isForAnother && personal.includes(one.field.kind) && !isSigned(one, row)

  let shown = new Set<string>()
  let values = new Map<string, Answer | null>()
  let way: { pages: number[]; ending: string } = { pages: [], ending: '' }

  const read = (id: string, row: Row | null): unknown => {
    const field = placed.find((one) => one.field.id === id)
    if (!field) return null
    const key = keyOf(id, field.group ? row : null)
    if (!shown.has(key)) return null
    if (isSigned(field, row)) return true
    return field.field.kind === 'group' ? rowsOf(id).length : toComparable(values.get(key) ?? null)
  }
  const compiled = new Map<unknown, (read: (id: string) => unknown) => boolean>()
  function holds(condition: AnyCondition, row: Row | null): boolean {
    const test =
      compiled.get(condition) ?? (new Function('read', `return ${write(condition)}`) as (read: (id: string) => unknown) => boolean)
    compiled.set(condition, test)
    return test((id) => read(id, row))
  }

  function round() {
    const pages: number[] = []
    let ending = content.endings[0]?.id ?? ''
    let next = 0
    while (next < content.pages.length) {
      pages.push(next)
      const from = content.pages[next]?.id
      const jumps = content.rules.flatMap((rule) =>
        rule.actions.filter((action) => 'from' in action && action.from === from && holds(rule.when, null)),
      )
      const jump = jumps[0]
      if (jump?.do === 'end') {
        ending = jump.ending
        break
      }
      next = jump?.do === 'goTo' ? content.pages.findIndex(({ id }) => id === jump.to) : next + 1
    }
    const nextShown = new Set<string>()
    for (const { field, page, group, row } of all) {
      const showing = content.rules.filter(({ actions }) => actions.some((action) => action.do === 'show' && action.field === field.id))
      if (!pages.includes(page) || (group !== null && !shown.has(group))) continue
      if (showing.length === 0 || showing.some(({ when }) => holds(when, row))) nextShown.add(keyOf(field.id, row))
    }
    const nextValues = new Map<string, Answer | null>()
    for (const one of all) {
      const { field, row } = one
      if (field.kind === 'group') continue
      if (isSigned(one, row) || isLeft(one, row)) {
        nextValues.set(keyOf(field.id, row), null)
        continue
      }
      const value = field.kind === 'computed' ? compute(field.formula, row) : judgeAnswer(field, rawOf(field.id, row), { today }).answer
      nextValues.set(keyOf(field.id, row), value)
    }
    return { nextShown, nextValues, nextWay: { pages, ending } }
  }

  /** A number, how many of a product, or dollars: these forms take no other money. */
  const amountOf = (value: unknown, id: string): number => {
    if (typeof value === 'number') return placed.some(({ field }) => field.id === id && field.kind === 'ownAmount') ? value / 100 : value
    return Array.isArray(value) ? (value as Chosen[]).reduce((sum, { quantity }) => sum + quantity, 0) : 0
  }
  function compute(formula: string, row: Row | null): number | null {
    const keysOf = (id: string) => {
      const one = placed.find(({ field }) => field.id === id)
      if (one?.group && !row) return rowsOf(one.group).map((each) => keyOf(id, each))
      return [keyOf(id, one?.group ? row : null)]
    }
    const body = formula
      .replace(/sum\((f\w+)\)/g, (_, id: string) => `sumOf('${id}')`)
      .replace(/count\((f\w+)\)/g, (_, id: string) => `countOf('${id}')`)
      .replace(/count\(1\)/g, '1')
      .replace(/\bif\(/g, 'choose(')
    const isBefore = (key: string) => all.some((one) => keyOf(one.field.id, one.row) === key && isSigned(one, one.row))
    const visible = (id: string) => keysOf(id).filter((key) => shown.has(key) && (isBefore(key) || (values.get(key) ?? null) !== null))
    const result = new Function('sumOf', 'countOf', 'choose', 'max', 'round', `return ${body}`)(
      (id: string) => visible(id).reduce((sum, key) => sum + amountOf(values.get(key), id), 0),
      (id: string) => visible(id).length,
      (test: unknown, yes: unknown, no: unknown) => (test ? yes : no),
      Math.max,
      (value: number) => Math.round(value * 100) / 100,
    )
    if (!Number.isFinite(result)) return null
    return Number.isInteger(result) ? result + 0 : Number(result.toPrecision(14))
  }

  for (let turn = 0; turn < 500; turn++) {
    const { nextShown, nextValues, nextWay } = round()
    const summarize = (set: Set<string>, map: Map<string, unknown>, pages: unknown) => JSON.stringify([[...set].sort(), [...map], pages])
    const isSettled = summarize(nextShown, nextValues, nextWay) === summarize(shown, values, way)
    ;[shown, values, way] = [nextShown, nextValues, nextWay]
    if (isSettled) {
      const required = new Set(
        all
          .filter((one) => {
            const { field, row } = one
            if (isSigned(one, row)) return false
            const isAsked = shown.has(keyOf(field.id, row)) && !['computed', 'heading', 'coupon', 'hidden', 'group'].includes(field.kind)
            const rules = content.rules.filter(({ actions }) =>
              actions.some((action) => action.do === 'require' && action.field === field.id),
            )
            return isAsked && (field.isRequired || rules.some(({ when }) => holds(when, row)))
          })
          .map(({ field, row }) => keyOf(field.id, row)),
      )
      const left = all
        .filter((one) => isLeft(one, one.row) && shown.has(keyOf(one.field.id, one.row)))
        .map(({ field, row }) => keyOf(field.id, row))
      return {
        shown,
        required,
        left,
        values,
        pages: way.pages.map((page) => content.pages[page]?.id),
        ending: way.ending,
        price,
        rows: rowsOf,
        signed: all
          .filter((one) => isSigned(one, one.row) && shown.has(keyOf(one.field.id, one.row)))
          .map(({ field, row }) => keyOf(field.id, row)),
      }
    }
  }
  throw new Error('The form does not settle')

  function price({ isMember, today: day, feeBasisPoints }: { isMember: boolean; today: string; feeBasisPoints: number }) {
    const { payment } = content
    if (!payment) return null
    let total = 0
    const byRow: Record<string, number> = {}
    for (const { field, row } of all) {
      const key = keyOf(field.id, row)
      const value = values.get(key)
      if (!shown.has(key)) continue
      let cost = 0
      if (field.kind === 'ownAmount' && typeof value === 'number') cost = value
      if (field.kind === 'product' && Array.isArray(value)) {
        for (const { option, quantity } of value as Chosen[]) {
          const found = field.options.find(({ id }) => id === option)
          if (!found) throw new Error('An option is unknown')
          const prices = [found.amount]
          if (found.earlyAmount !== null && payment.earlyUntil !== null && day <= payment.earlyUntil) prices.push(found.earlyAmount)
          if (found.memberAmount !== null && isMember) prices.push(found.memberAmount)
          let each = Math.min(...prices)
          for (const { when, actions } of content.rules)
            for (const action of actions)
              if (action.do === 'setPrice' && action.field === field.id && (action.option ?? option) === option && holds(when, row))
                each = action.amount
          cost += each * quantity
        }
      }
      total += cost
      if (row) byRow[`${row.group} ${row.number}`] = (byRow[`${row.group} ${row.number}`] ?? 0) + cost
    }
    const rows = Object.values(byRow).filter((amount) => amount > 0)
    rows.sort((a, b) => a - b).pop()
    for (const amount of rows) total -= Math.floor((amount * (payment.siblingPercent ?? 0)) / 100)
    const fee = Math.floor((total * feeBasisPoints) / 10_000)
    return payment.feeBy === 'player' ? total + fee : total
  }
}

function write(condition: AnyCondition): string {
  if ('all' in condition) return `(${condition.all.map(write).join(' && ')})`
  if ('any' in condition) return `(${condition.any.map(write).join(' || ')})`
  const answer = `read('${condition.field}')`
  const isEmpty = `(${answer} === null || ${answer} === '' || ${answer}.length === 0)`
  const small = (text: unknown) => JSON.stringify(typeof text === 'string' ? text.toLowerCase() : text)
  const lower = `(typeof ${answer} === 'string' ? ${answer}.toLowerCase() : ${answer})`
  const sameKind = `typeof ${answer} === '${typeof condition.value}'`
  const value = JSON.stringify(condition.value)
  const texts: Record<string, string> = {
    isEmpty,
    isFilled: `!${isEmpty}`,
    is: `(!${isEmpty} && ${lower} === ${small(condition.value)})`,
    isNot: `(${isEmpty} || ${lower} !== ${small(condition.value)})`,
    includes: `(!${isEmpty} && ${answer}.includes(${value}))`,
    contains: `(!${isEmpty} && ${lower}.includes(${small(condition.value)}))`,
    above: `(${sameKind} && !${isEmpty} && ${answer} > ${value})`,
    after: `(${sameKind} && !${isEmpty} && ${answer} > ${value})`,
    below: `(${sameKind} && !${isEmpty} && ${answer} < ${value})`,
    before: `(${sameKind} && !${isEmpty} && ${answer} < ${value})`,
    atLeast: `(${sameKind} && !${isEmpty} && ${answer} >= ${value})`,
    atMost: `(${sameKind} && !${isEmpty} && ${answer} <= ${value})`,
  }
  return texts[condition.compare] ?? 'false'
}
