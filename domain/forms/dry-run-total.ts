import type { Chosen, RawAnswers } from './answers.ts'
import { listTests } from './conditions.ts'
import type { FormContent, Payment } from './content.ts'
import { type Decision, decide, type FieldState } from './decide.ts'
import { collectNeeded, combine, listVariables, reduceContent } from './dry-run.ts'
import type { FieldOf, GroupField, ProductOption } from './fields.ts'
import { type FormIndex, indexContent, type PlacedField } from './index-content.ts'
import { type PriceFacts, priceAnswers } from './price-answers.ts'

/** The lowest and the highest total, without codes. `highest` is null if a person can choose any amount. */
export type Totals = { lowest: number; highest: number | null }

const maxTries = 1_000

type Side = 'low' | 'high'
type PricedField = FieldOf<'product'> | FieldOf<'ownAmount'>

const isPriced = ({ field }: PlacedField): boolean => field.kind === 'product' || field.kind === 'ownAmount'

/** Null if the form takes no money, if nobody can send it, or if too much depends on each other to try it all. */
export function findTotals(content: FormContent, today: string, feeBasisPoints: number): Totals | null {
  if (!content.payment) return null
  const index = indexContent(content)
  const priced = [...index.fields].filter(([, placed]) => isPriced(placed)).map(([id]) => id)
  const byPrice = priced.flatMap(
    (id) => index.fields.get(id)?.prices.flatMap(({ rule }) => listTests(rule.when).map(({ field }) => field)) ?? [],
  )
  const needed = collectNeeded(index, { fields: [...priced, ...byPrice], pages: content.pages.length })
  if (needed.hasFormula) return null
  const small = reduceContent(index, needed)
  const tested = new Set(small.content.rules.flatMap(({ when }) => listTests(when).map(({ field }) => field)))
  const { variables, isComplete } = listVariables(small, today, null)
  // A price that nothing depends on is not varied: its lowest and highest choice do.
  const varied = variables.filter(({ id }) => tested.has(id) || !priced.includes(id))
  const size = varied.reduce((product, { values }) => product * values.length, 1)
  if (!isComplete || size > maxTries) return null
  const finder = new ExtremeFinder(small, content.payment, { today, feeBasisPoints }, tested)
  const found: { lowest: number; highest: number }[] = []
  for (const answers of combine(varied)) {
    const [lowest, highest] = [finder.total(answers, 'low'), finder.total(answers, 'high')]
    if (lowest !== null && highest !== null) found.push({ lowest, highest })
  }
  if (found.length === 0) return null
  const highest = Math.max(...found.map((one) => one.highest))
  return { lowest: Math.min(...found.map((one) => one.lowest)), highest: Number.isFinite(highest) ? highest : null }
}

/** Fills in the cheapest or the dearest choice of everything that costs money, without changing how any test turns out. */
class ExtremeFinder {
  readonly #index: FormIndex
  readonly #payment: Payment
  readonly #today: string
  readonly #feeBasisPoints: number
  readonly #tested: ReadonlySet<string>

  constructor(
    index: FormIndex,
    payment: Payment,
    { today, feeBasisPoints }: Pick<PriceFacts, 'today' | 'feeBasisPoints'>,
    tested: ReadonlySet<string>,
  ) {
    this.#index = index
    this.#payment = payment
    this.#today = today
    this.#feeBasisPoints = feeBasisPoints
    this.#tested = tested
  }

  /** Null if nobody can send these answers. Infinity if the person chooses an amount without a limit. */
  total(answers: RawAnswers, side: Side): number | null {
    const rows = this.#fillRows(answers, side)
    // Prices and what is required follow from the tests, so they are known before anything is chosen.
    const filled = this.#fill(rows, decide(this.#index, this.#fill(rows, null, side), this.#today), side)
    const decision = decide(this.#index, filled, this.#today)
    if (decision.faults.length > 0 || decision.ending.isRefusal) return null
    const { earlyUntil } = this.#payment
    const afterEarly = earlyUntil === null || this.#today > earlyUntil ? this.#today : '9999-12-31'
    const day = side === 'low' ? this.#today : afterEarly
    const facts = { today: day, isMember: side === 'low', coupon: null, feeBasisPoints: this.#feeBasisPoints }
    const amount = priceAnswers(this.#index, decision, facts)?.amount ?? 0
    return side === 'high' && this.#hasOpenAmount(decision) ? Number.POSITIVE_INFINITY : amount
  }

  /** Gives groups that no rule counts as few or as many rows as they can have. */
  #fillRows(answers: RawAnswers, side: Side): RawAnswers {
    const filled: Record<string, unknown> = { ...answers }
    for (const [id, { field }] of this.#index.fields) {
      if (field.kind !== 'group' || this.#tested.has(id)) continue
      const [row = {}] = (Array.isArray(answers[id]) ? answers[id] : []) as RawAnswers[]
      filled[id] = Array.from({ length: side === 'low' ? this.#fewestRows(field, answers) : field.maxRows }, () => row)
    }
    return filled
  }

  #fewestRows(field: GroupField, answers: RawAnswers): number {
    const state = decide(this.#index, { ...answers, [field.id]: [{}] }, this.#today).fields.get(field.id)
    return Math.max(field.minRows, state?.isRequired ? 1 : 0)
  }

  #fill(answers: RawAnswers, decision: Decision | null, side: Side): RawAnswers {
    const filled: Record<string, unknown> = { ...answers }
    for (const [id, { field, group }] of this.#index.fields) {
      if (field.kind !== 'product' && field.kind !== 'ownAmount') continue
      if (group === null) filled[id] = this.#choose(field, answers[id], decision?.fields.get(id), side)
      else {
        const rows = (filled[group.id] ?? []) as RawAnswers[]
        const states = decision?.fields.get(group.id)?.rows
        filled[group.id] = rows.map((row, number) => ({ ...row, [id]: this.#choose(field, row[id], states?.[number]?.get(id), side) }))
      }
    }
    return filled
  }

  #choose(field: PricedField, varied: unknown, state: FieldState | undefined, side: Side): unknown {
    if (this.#tested.has(field.id) && (field.kind === 'ownAmount' || varied === undefined)) return varied
    if (field.kind === 'ownAmount') {
      if (side === 'high') return field.max ?? field.min ?? 0
      return state?.isRequired ? (field.min ?? 0) : undefined
    }
    const chosen = this.#tested.has(field.id) ? ((varied ?? []) as Chosen[]).map(({ option }) => option) : null
    return side === 'low' ? this.#chooseLow(field, chosen, state) : this.#chooseHigh(field, chosen, state)
  }

  #testedOptions(field: FieldOf<'product'>): string[] {
    return this.#index.content.rules
      .flatMap(({ when }) => listTests(when))
      .flatMap((test) => (test.field === field.id && typeof test.value === 'string' ? [test.value] : []))
      .filter((id) => field.options.some((option) => option.id === id))
  }

  /** `chosen` are the options of one outcome of the tests; of those that no test names, any other would do as well. */
  #chooseLow(field: FieldOf<'product'>, chosen: readonly string[] | null, state: FieldState | undefined): Chosen[] {
    const byPrice = this.#sortByPrice(field, state, 'low')
    if (chosen === null) return state?.isRequired ? byPrice.slice(0, 1).map((option) => ({ option, quantity: 1 })) : []
    const tested = this.#testedOptions(field)
    const named = chosen.filter((id) => tested.includes(id))
    const others = byPrice.filter((id) => !tested.includes(id)).slice(0, chosen.length - named.length)
    return [...named, ...others].map((option) => ({ option, quantity: 1 }))
  }

  #chooseHigh(field: FieldOf<'product'>, chosen: readonly string[] | null, state: FieldState | undefined): Chosen[] {
    const byPrice = this.#sortByPrice(field, state, 'high')
    const tested = chosen === null ? [] : this.#testedOptions(field)
    const named = (chosen ?? []).filter((id) => tested.includes(id))
    const free = byPrice.filter((id) => !tested.includes(id))
    const all = field.isMany ? [...named, ...free] : [...named, ...free].slice(0, 1)
    return all.map((option) => ({ option, quantity: field.maxQuantity }))
  }

  /** Cheapest first for the low side, dearest first for the high one. */
  #sortByPrice(field: FieldOf<'product'>, state: FieldState | undefined, side: Side): string[] {
    const priceOf = ({ id, amount, earlyAmount, memberAmount }: ProductOption) => {
      const changed = state?.prices?.findLast(({ option }) => option === null || option === id)
      if (changed) return changed.amount
      const isEarly = this.#payment.earlyUntil !== null && this.#today <= this.#payment.earlyUntil
      return side === 'high' ? amount : Math.min(amount, memberAmount ?? amount, isEarly ? (earlyAmount ?? amount) : amount)
    }
    const sorted = [...field.options].sort((a, b) => priceOf(a) - priceOf(b)).map(({ id }) => id)
    return side === 'low' ? sorted : sorted.reverse()
  }

  #hasOpenAmount({ fields }: Decision): boolean {
    return [...this.#index.fields].some(([id, { field, group }]) => {
      if (field.kind !== 'ownAmount' || field.max !== null) return false
      if (group === null) return fields.get(id)?.isAsked === true
      return (fields.get(group.id)?.rows ?? []).some((row) => row.get(id)?.isAsked)
    })
  }
}
