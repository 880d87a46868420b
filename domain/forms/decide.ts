import type { Currency } from '../money.ts'
import { type Answer, type AnswerFault, judgeAnswer, type RawAnswers, toComparable, toFormulaValue } from './answers.ts'
import { type Comparable, meets } from './conditions.ts'
import type { Ending, Rule } from './content.ts'
import { currencyOf } from './currency-of.ts'
import { type Field, type GroupField, type InnerField, isPersonal, takesAnswer } from './fields.ts'
import { computeFormula, type FormulaValue } from './formulas.ts'
import type { FormIndex, PlacedField, PriceChange } from './index-content.ts'
import { nameInRow, signedKey } from './signed-before.ts'

export type FieldState = {
  /** Only fields that are asked are shown, checked, stored and charged. */
  isAsked: boolean
  isRequired: boolean
  /** The cleaned answer, or what was computed. Null if there is none, or it is not valid. */
  answer: Answer | null
  fault: AnswerFault | null
  /** A waiver with the same words that this person has signed before. It is shown, and not signed again. */
  isSigned?: boolean
  /** For whom that was, in the row of a group. */
  signedFor?: string
  /** An organizer fills the form for somebody else, who is asked for this answer later. */
  isLeft?: boolean
  /** The prices of a product that rules have set. The last one that is about an option counts. */
  prices?: readonly PriceChange[]
  /** The rows of a group: the states of its fields. */
  rows?: ReadonlyMap<string, FieldState>[]
}

export type FormFault = AnswerFault & { field: string; row: number | null }

export type Decision = {
  /** The ids of the pages on the way to the end, in order. */
  pages: string[]
  ending: Ending
  fields: ReadonlyMap<string, FieldState>
  /** In the order of the form. Without any, the form can be sent. */
  faults: FormFault[]
}

/** Where an answer is that somebody else must give. */
export type MissingAnswer = { field: string; row: number | null }

export type Way = {
  /** The waivers that the person has signed before: see `signedKeys`. */
  signed?: ReadonlySet<string> | undefined
  /** An organizer fills the form for somebody else. What only that person can say is left out. */
  isForAnother?: boolean | undefined
}

type Row = { number: number; raw: RawAnswers; states: Map<string, FieldState> }

const hidden: FieldState = { isAsked: false, isRequired: false, answer: null, fault: null }

const isRecord = (value: unknown): value is RawAnswers => typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (answers: RawAnswers, id: string): unknown => (Object.hasOwn(answers, id) ? answers[id] : undefined)

/**
 * The only place that decides about a form with answers: what is asked, which pages come, what is wrong. The browser calls it at each key, and
 * the server once more before it stores anything. It needs the day of sending, because ages depend on it, and which waivers this person
 * has signed before, for whom.
 */
export function decide(
  index: FormIndex,
  answers: RawAnswers,
  today: string,
  { signed = nothingSigned, isForAnother = false }: Way = {},
): Decision {
  return new Decider(index, answers, today, { signed, isForAnother }).decide()
}

export const nothingSigned: ReadonlySet<string> = new Set()

/** Each field is decided once, when it is first read. A checked form has no circles; in any other, a field that reads itself is hidden. */
class Decider {
  readonly #index: FormIndex
  readonly #answers: RawAnswers
  readonly #context: { today: string; currency: Currency }
  readonly #signed: ReadonlySet<string>

  readonly #isForAnother: boolean
  readonly #states = new Map<string, FieldState>()
  readonly #rowsOf = new Map<string, Row[]>()
  readonly #way: { pages: Set<number>; ending: Ending }

  constructor(
    index: FormIndex,
    answers: RawAnswers,
    today: string,
    { signed, isForAnother }: { signed: ReadonlySet<string>; isForAnother: boolean },
  ) {
    this.#isForAnother = isForAnother
    this.#index = index
    this.#answers = answers
    this.#signed = signed
    this.#context = { today, currency: currencyOf(index.content) }
    this.#way = { pages: new Set(), ending: index.content.endings[0] ?? { id: '', title: '', text: '', isRefusal: false } }
    this.#followPages()
  }

  decide(): Decision {
    const { pages } = this.#index.content
    for (const { fields } of pages) for (const { id } of fields) this.#stateOf(id, null)
    for (const [groupId, rows] of this.#rowsOf)
      for (const row of rows) for (const { id } of this.#groupOf(groupId)?.fields ?? []) this.#stateOf(id, row)
    this.#setPrices()
    const fields = new Map<string, FieldState>()
    for (const { fields: onPage } of pages) {
      for (const field of onPage) {
        const state = this.#states.get(field.id) ?? hidden
        const rows = state.isAsked ? this.#rowsOf.get(field.id) : undefined
        fields.set(field.id, rows ? { ...state, rows: rows.map(({ states }) => states) } : state)
      }
    }
    return {
      pages: pages.filter((_, number) => this.#way.pages.has(number)).map(({ id }) => id),
      ending: this.#way.ending,
      fields,
      faults: [...this.#listUnknown(), ...listFaults(this.#index, fields)],
    }
  }

  /** A price may depend on what was chosen, so it comes when all answers are known. */
  #setPrices() {
    for (const [id, { prices, group }] of this.#index.fields) {
      if (prices.length === 0) continue
      for (const row of group ? (this.#rowsOf.get(group.id) ?? []) : [null]) {
        const states = row?.states ?? this.#states
        const state = states.get(id)
        if (state?.isAsked) states.set(id, { ...state, prices: prices.filter(({ rule }) => this.#holds(rule, row)) })
      }
    }
  }

  /** Rules read only fields of the pages before, so the way is known page by page. */
  #followPages() {
    const { pages, endings } = this.#index.content
    for (let number = 0; number < pages.length; ) {
      this.#way.pages.add(number)
      const jump = this.#index.jumps.get(pages[number]?.id ?? '')?.find(({ rule }) => this.#holds(rule, null))?.action
      if (jump?.do === 'end') {
        this.#way.ending = endings.find(({ id }) => id === jump.ending) ?? this.#way.ending
        return
      }
      number = Math.max(number + 1, jump ? (this.#index.pageNumbers.get(jump.to) ?? 0) : 0)
    }
  }

  #groupOf(id: string): GroupField | null {
    const field = this.#index.fields.get(id)?.field
    return field?.kind === 'group' ? field : null
  }

  #holds(rule: Rule, row: Row | null): boolean {
    return meets(rule.when, (id) => this.#readComparable(id, row))
  }

  #readComparable(id: string, row: Row | null): Comparable {
    const state = this.#find(id, row)
    if (!state?.isAsked) return null
    // A group is compared by how many rows it has.
    if (this.#groupOf(id)) return this.#rowsOf.get(id)?.length ?? 0
    return state.isSigned ? true : toComparable(state.answer)
  }

  #find(id: string, row: Row | null): FieldState | null {
    const placed = this.#index.fields.get(id)
    if (!placed || (placed.group && !row)) return null
    return this.#stateOf(id, placed.group ? row : null)
  }

  #readForFormula(id: string, row: Row | null): FormulaValue {
    const placed = this.#index.fields.get(id)
    if (!placed) return null
    if (placed.field.kind === 'group') return this.#readComparable(id, row) as number | null
    if (!placed.group || row) return this.#valueOf(placed.field, this.#stateOf(id, placed.group ? row : null))
    if (!this.#stateOf(placed.group.id, null).isAsked) return []
    const rows = this.#rowsOf.get(placed.group.id) ?? []
    return rows.map((one) => {
      const value = this.#valueOf(placed.field, this.#stateOf(id, one))
      return typeof value === 'object' ? null : value
    })
  }

  #valueOf(field: Field, { isAsked, answer, isSigned }: FieldState): FormulaValue {
    if (isSigned) return true
    return isAsked ? toFormulaValue(field, answer, this.#context) : null
  }

  #stateOf(id: string, row: Row | null): FieldState {
    const states = row?.states ?? this.#states
    const known = states.get(id)
    if (known) return known
    states.set(id, hidden)
    const placed = this.#index.fields.get(id)
    const state = placed ? this.#decideField(placed, row) : hidden
    states.set(id, state)
    return state
  }

  #decideField({ field, page, group, shownBy, requiredBy, formula }: PlacedField, row: Row | null): FieldState {
    if (!this.#way.pages.has(page)) return hidden
    if (group && !this.#stateOf(group.id, null).isAsked) return hidden
    if (shownBy.length > 0 && !shownBy.some((rule) => this.#holds(rule, row))) return hidden
    if (field.kind === 'group') return this.#decideGroup(field, requiredBy)
    if (field.kind === 'computed') return { ...asked, answer: formula && computeFormula(formula, (id) => this.#readForFormula(id, row)) }
    if (!takesAnswer(field)) return asked
    const before = field.kind === 'waiver' && this.#findSigned(field.id, group, row)
    if (before) return before
    const isRequired = canBeRequired(field) && (field.isRequired || requiredBy.some((rule) => this.#holds(rule, row)))
    if (this.#isForAnother && isPersonal(field)) return { isAsked: true, isRequired, answer: null, fault: null, isLeft: true }
    const { answer, fault } = judgeAnswer(field, own(row?.raw ?? this.#answers, field.id), this.#context)
    return { isAsked: true, isRequired, answer, fault: fault ?? (isRequired && answer === null ? { code: 'required' } : null) }
  }

  /** In a row, a child is meant, so there only what was signed for this child counts. */
  #findSigned(id: string, group: GroupField | null, row: Row | null): FieldState | null {
    if (!group) return this.#signed.has(id) ? signedBefore : null
    const signedFor = nameInRow(this.#index, group, row?.raw ?? {})
    return signedFor !== '' && this.#signed.has(signedKey(id, signedFor)) ? { ...signedBefore, signedFor } : null
  }

  #decideGroup(field: GroupField, requiredBy: Rule[]): FieldState {
    const raw = own(this.#answers, field.id) ?? []
    const list = Array.isArray(raw) ? raw : []
    const rows = list.slice(0, field.maxRows).map((one, number) => ({ number, raw: isRecord(one) ? one : {}, states: new Map() }))
    this.#rowsOf.set(field.id, rows)
    const isRequired = field.minRows > 0 || field.isRequired || requiredBy.some((rule) => this.#holds(rule, null))
    const minRows = Math.max(field.minRows, isRequired ? 1 : 0)
    const isList = Array.isArray(raw) && raw.every(isRecord)
    let fault: AnswerFault | null = null
    if (!isList) fault = { code: 'notThis' }
    else if (list.length > field.maxRows) fault = { code: 'tooMany', limit: field.maxRows }
    else if (list.length < minRows) fault = { code: 'tooFew', limit: minRows }
    return { isAsked: true, isRequired, answer: null, fault }
  }

  /** Answers to fields that this form does not have. */
  #listUnknown(): FormFault[] {
    const unknown = (answers: RawAnswers, isKnown: (id: string) => boolean, row: number | null): FormFault[] =>
      Object.keys(answers)
        .filter((id) => !isKnown(id))
        .map((field) => ({ field, row, code: 'unknownField' }))
    const { fields } = this.#index
    const outer = unknown(this.#answers, (id) => fields.get(id)?.group === null && isAnswered(fields.get(id)?.field), null)
    const inner = [...this.#rowsOf].flatMap(([groupId, rows]) =>
      rows.flatMap(({ raw, number }) =>
        unknown(raw, (id) => fields.get(id)?.group?.id === groupId && isAnswered(fields.get(id)?.field), number),
      ),
    )
    return [...outer, ...inner]
  }
}

const asked: FieldState = { isAsked: true, isRequired: false, answer: null, fault: null }
const signedBefore: FieldState = { ...asked, isSigned: true }

const isAnswered = (field: Field | undefined): boolean => field !== undefined && takesAnswer(field)

/** Nobody can be made to have a code or a link with an answer in it. */
const canBeRequired = ({ kind }: InnerField): boolean => kind !== 'coupon' && kind !== 'hidden'

function listFaults({ content }: FormIndex, states: ReadonlyMap<string, FieldState>): FormFault[] {
  const faults: FormFault[] = []
  const add = (field: string, row: number | null, fault: AnswerFault | null | undefined) => {
    if (fault) faults.push({ ...fault, field, row })
  }
  for (const { fields } of content.pages) {
    for (const field of fields) {
      const state = states.get(field.id)
      add(field.id, null, state?.fault)
      if (field.kind !== 'group') continue
      for (const [row, inner] of (state?.rows ?? []).entries()) for (const { id } of field.fields) add(id, row, inner.get(id)?.fault)
    }
  }
  return faults
}

/** The required answers that were left to somebody else, in the order of the form. */
export function listMissing({ fields }: Pick<Decision, 'fields'>): MissingAnswer[] {
  const isMissing = ({ isLeft, isRequired }: FieldState) => isLeft === true && isRequired
  return [...fields].flatMap(([field, state]): MissingAnswer[] => {
    if (isMissing(state)) return [{ field, row: null }]
    return (state.rows ?? []).flatMap((row, number) =>
      [...row].filter(([, inner]) => isMissing(inner)).map(([inner]) => ({ field: inner, row: number })),
    )
  })
}

/** Answers as they are stored: only those that are asked, cleaned. */
export type StoredAnswers = Record<string, Answer | Record<string, Answer>[]>

export function keepAsked({ fields }: Pick<Decision, 'fields'>): StoredAnswers {
  const stored: StoredAnswers = {}
  for (const [id, { isAsked, answer, rows }] of fields) {
    if (!isAsked) continue
    if (rows) stored[id] = rows.map((row) => keepRow(row))
    else if (answer !== null) stored[id] = answer
  }
  return stored
}

function keepRow(row: ReadonlyMap<string, FieldState>): Record<string, Answer> {
  const stored: Record<string, Answer> = {}
  for (const [id, { isAsked, answer }] of row) if (isAsked && answer !== null) stored[id] = answer
  return stored
}
