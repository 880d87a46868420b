import type { RawAnswers } from './answers.ts'
import { listCandidates } from './candidates.ts'
import { listTests, type Test } from './conditions.ts'
import type { FormContent, Rule } from './content.ts'
import { type Decision, decide } from './decide.ts'
import type { Field, GroupField, InnerField } from './fields.ts'
import { listFormulaFields } from './formulas.ts'
import { type FormIndex, indexContent, listFields } from './index-content.ts'

/** Whether any answers lead to something, and one example of them. */
export type Reach = { is: 'reached'; answers: RawAnswers } | { is: 'never' } | { is: 'unknown' }

export type DryRun = {
  fields: ReadonlyMap<string, Reach>
  endings: ReadonlyMap<string, Reach>
  rules: ReadonlyMap<string, Reach>
}

const maxTries = 2_000
/** How many answers are tried for all of a form, so that a large one does not keep the screen waiting. */
const maxTriesInAll = 30_000

/** Where a rule is decided: on a page, and in a group of it for each row. */
type Spot = { page: number; group: GroupField | null; shownBy: readonly Rule[] }

/** Stands for a field or a rule while we look for answers that lead to it. */
const probeId = 'fprobe'
const probe: InnerField = { kind: 'heading', id: probeId, label: 'Probe', hint: '', isRequired: false, width: 'full', seenBy: 'organizers' }

/**
 * Says what of a form can be reached, by trying. For each field, ending and rule it takes only the fields on which it depends, and tries an
 * answer for each way in which their tests can turn out. `decide` says what happens.
 */
export function dryRun(content: FormContent, today: string): DryRun {
  const index = indexContent(content)
  const runner = new Runner(index, today)
  const fields = new Map([...index.fields].map(([id, { page, group, shownBy }]) => [id, runner.reachSpot({ page, group, shownBy })]))
  const endings = new Map(content.endings.map(({ id }) => [id, runner.reachEnding(id)]))
  const rules = new Map(content.rules.map((rule) => [rule.id, joinReaches(listSpots(rule, index).map((spot) => runner.reachSpot(spot)))]))
  return { fields, endings, rules }
}

function listSpots(rule: Rule, { fields, pageNumbers }: FormIndex): Spot[] {
  return rule.actions.flatMap((action) => {
    if ('from' in action) return [{ page: pageNumbers.get(action.from) ?? 0, group: null, shownBy: [rule] }]
    const target = fields.get(action.field)
    return target ? [{ page: target.page, group: target.group, shownBy: [rule] }] : []
  })
}

const joinReaches = (reaches: readonly Reach[]): Reach =>
  reaches.find(({ is }) => is === 'reached') ?? reaches.find(({ is }) => is === 'unknown') ?? { is: 'never' }

class Runner {
  readonly #index: FormIndex
  readonly #today: string
  readonly #known = new Map<string, Reach>()
  #left = maxTriesInAll

  constructor(index: FormIndex, today: string) {
    this.#index = index
    this.#today = today
  }

  /** Fields without rules of their own are reached as their page is, so this is found out once. */
  reachSpot(spot: Spot): Reach {
    const key = [spot.page, spot.group?.id, ...spot.shownBy.map(({ id }) => id)].join()
    const known = this.#known.get(key) ?? this.#findSpot(spot)
    this.#known.set(key, known)
    return known
  }

  #findSpot({ page, group, shownBy }: Spot): Reach {
    const needed = collectNeeded(this.#index, { fields: [...(group ? [group.id] : []), ...shownBy.flatMap(readBy)], pages: page })
    const rules = shownBy.map((rule): Rule => ({ ...rule, actions: [{ do: 'show', field: probeId }] }))
    const small = reduceContent(this.#index, needed, { page, group: group?.id ?? null }, rules)
    return this.#try(small, needed, group?.id ?? null, ({ fields }) =>
      group ? (fields.get(group.id)?.rows ?? []).some((row) => row.get(probeId)?.isAsked) : fields.get(probeId)?.isAsked === true,
    )
  }

  reachEnding(id: string): Reach {
    const needed = collectNeeded(this.#index, { fields: [], pages: this.#index.content.pages.length })
    return this.#try(reduceContent(this.#index, needed), needed, null, ({ ending }) => ending.id === id)
  }

  #try(small: FormIndex, needed: Needed, groupOfProbe: string | null, isThere: (decision: Decision) => boolean): Reach {
    const { variables, isComplete } = listVariables(small, this.#today, groupOfProbe)
    let tries = 0
    for (const answers of combine(variables)) {
      if (tries++ >= maxTries || this.#left-- <= 0) return { is: 'unknown' }
      const decision = decide(small, answers, this.#today)
      // With a fault in what leads there, nobody gets further.
      if (isThere(decision) && decision.faults.length === 0) return { is: 'reached', answers }
    }
    return isComplete && !needed.hasFormula ? { is: 'never' } : { is: 'unknown' }
  }
}

export type Needed = { fields: ReadonlySet<string>; hasFormula: boolean }

const readBy = ({ when }: Rule): string[] => listTests(when).map(({ field }) => field)

/** The fields on which these fields, and the way to the page with this number, depend. They contain the fields themselves. */
export function collectNeeded(index: FormIndex, start: { fields: readonly string[]; pages: number }): Needed {
  const fields = new Set<string>()
  let hasFormula = false
  let pagesDone = 0
  const open = [...start.fields]
  const openPages = (count: number) => {
    for (; pagesDone < count; pagesDone++)
      open.push(...(index.jumps.get(index.content.pages[pagesDone]?.id ?? '') ?? []).flatMap(({ rule }) => readBy(rule)))
  }
  openPages(start.pages)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const placed = index.fields.get(id)
    if (!placed || fields.has(id)) continue
    fields.add(id)
    openPages(placed.page)
    if (placed.group) open.push(placed.group.id)
    open.push(...[...placed.shownBy, ...placed.requiredBy].flatMap(readBy))
    if (placed.field.kind !== 'computed') continue
    hasFormula = true
    if (placed.formula) open.push(...listFormulaFields(placed.formula))
  }
  return { fields, hasFormula }
}

/** The form with only the fields that are needed, and a probe. Pages stay, so that their order is the same. */
export function reduceContent(
  { content }: FormIndex,
  { fields }: Needed,
  spot?: { page: number; group: string | null },
  probeRules: readonly Rule[] = [],
): FormIndex {
  const keep = (field: Field): Field[] => {
    if (!fields.has(field.id)) return []
    if (field.kind !== 'group') return [field]
    const inner = field.fields.filter(({ id }) => fields.has(id))
    return [{ ...field, fields: spot?.group === field.id ? [...inner, probe] : inner }]
  }
  const pages = content.pages.map((page, number) => ({
    ...page,
    fields: [...page.fields.flatMap(keep), ...(spot && spot.group === null && spot.page === number ? [probe] : [])],
  }))
  const rules = content.rules.flatMap((rule): Rule[] => {
    if (!readBy(rule).every((id) => fields.has(id))) return []
    return [{ ...rule, actions: rule.actions.filter((action) => 'from' in action || fields.has(action.field)) }]
  })
  return indexContent({ ...content, pages, rules: [...rules, ...probeRules] })
}

/** An answer that is varied: of a field, of a field in all rows of its group, or the number of rows of a group. */
type Variable = { id: string; group: string | null; values: readonly unknown[]; isCount: boolean }

/** What is varied to reach everything that the rules of a small form tell apart. */
export function listVariables(
  { content }: FormIndex,
  today: string,
  groupWithRows: string | null,
): { variables: Variable[]; isComplete: boolean } {
  const tests = content.rules.flatMap(({ when }) => listTests(when))
  const testsOf = (id: string): Test[] => tests.filter(({ field }) => field === id)
  let isComplete = true
  const variables = content.pages.flatMap(listFields).flatMap(({ field, group }): Variable[] => {
    if (field.kind === 'group') {
      const lowest = Math.max(field.minRows, groupWithRows === field.id || field.isRequired ? 1 : 0)
      const counts = Array.from({ length: field.maxRows + 1 }, (_, count) => count)
      const isTested = testsOf(field.id).length > 0
      return [{ id: field.id, group: null, values: isTested ? counts : [Math.max(lowest, 1)], isCount: true }]
    }
    const candidates = listCandidates(field, testsOf(field.id), today)
    isComplete &&= candidates.isComplete
    return candidates.values.length > 1 ? [{ id: field.id, group: group?.id ?? null, values: candidates.values, isCount: false }] : []
  })
  return { variables, isComplete }
}

/** All combinations of the values, as answers. */
export function* combine(variables: readonly Variable[]): Generator<RawAnswers> {
  const at = variables.map(() => 0)
  for (;;) {
    yield toAnswers(variables, at)
    let digit = 0
    while (digit < at.length && (at[digit] ?? 0) + 1 >= (variables[digit]?.values.length ?? 0)) at[digit++] = 0
    if (digit >= at.length) return
    at[digit] = (at[digit] ?? 0) + 1
  }
}

function toAnswers(variables: readonly Variable[], at: readonly number[]): RawAnswers {
  const answers: Record<string, unknown> = {}
  const rows: Record<string, Record<string, unknown>> = {}
  const counts: [string, number][] = []
  for (const [number, { id, group, values, isCount }] of variables.entries()) {
    const value = values[at[number] ?? 0]
    if (isCount) counts.push([id, Number(value)])
    else if (value === undefined) continue
    else if (group === null) answers[id] = value
    else rows[group] = { ...rows[group], [id]: value }
  }
  for (const [id, count] of counts) answers[id] = Array.from({ length: count }, () => rows[id] ?? {})
  return answers
}
