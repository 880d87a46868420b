import { type AnswerFault, type RawAnswers, toComparable } from '../../../domain/forms/answers.ts'
import { type Decision, decide, type FieldState, type FormFault, nothingSigned, type Way } from '../../../domain/forms/decide.ts'
import type { GroupField } from '../../../domain/forms/fields.ts'
import type { FormFile } from '../../../domain/forms/files.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { fillQuotes } from '../../../domain/forms/quotes.ts'
import { answerPath } from '../../../domain/forms/write-answer-fault.ts'
import { rowsOf, withFirstRows } from './restore.ts'
import { writeFault } from './write-fault.ts'

/** Where an answer is: in the form itself, or in a row of a group. */
export type Place = { field: string; group: string | null; row: number | null }

/** What one field shows. It stays the same object until something that the field shows has changed. */
export type Cell = { state: FieldState; value: unknown; error: string | undefined }

/** What the chips of a group show. */
export type GroupView = { keys: readonly number[]; names: readonly string[]; open: number; error: string | undefined }

/** A fault as the list above the page shows it. */
export type ListedFault = { path: string; label: string; message: string }

/** Everything of a form that is kept on the device until it is sent. */
export type BegunForm = {
  answers: RawAnswers
  email: string
  idempotencyKey: string
  /** What is known of the files whose ids are in the answers. */
  files: readonly FormFile[]
}

const noFaults: readonly ListedFault[] = []
const hidden: FieldState = { isAsked: false, isRequired: false, answer: null, fault: null }

export const pathOf = ({ field, group, row }: Place): string => answerPath({ field, row }, group)

/**
 * The answers while a form is filled. They are apart from React, so that a key press draws only the fields whose state or value has changed.
 * What is asked, and what is wrong, is decided once for each change.
 */
export class AnswerStore {
  readonly index: FormIndex
  #today: string
  /** The waivers that the person has signed before. */
  #signed: ReadonlySet<string>
  readonly #first: RawAnswers
  readonly #isForAnother: boolean
  #answers: RawAnswers
  #email: string
  #idempotencyKey: string
  readonly #files: Map<string, FormFile>
  #decision: Decision
  /** How often all answers were replaced. Fields that keep a text of their own begin again then. */
  #generation = 0
  readonly #listeners = new Set<() => void>()
  readonly #cells = new Map<string, Cell>()
  readonly #groups = new Map<string, GroupView>()
  readonly #faultLists = new Map<string, readonly ListedFault[]>()
  /** The paths of the answers whose faults are shown. Nobody is told about a field before they have left it. */
  readonly #shown = new Set<string>()
  /** The pages that the person wanted to leave. Their faults are listed, too. */
  readonly #checked = new Set<string>()
  /** What the server said about answers, until they change. */
  readonly #refused = new Map<string, string>()
  readonly #rowKeys = new Map<string, readonly number[]>()
  readonly #openRows = new Map<string, number>()
  #lastRowKey = 0

  constructor(
    index: FormIndex,
    today: string,
    first: RawAnswers,
    begun: BegunForm,
    { signed = nothingSigned, isForAnother = false }: Way = {},
  ) {
    this.#isForAnother = isForAnother
    this.index = index
    this.#today = today
    this.#signed = signed
    this.#first = withFirstRows(index, first)
    this.#answers = begun.answers === first ? this.#first : withFirstRows(index, begun.answers)
    this.#email = begun.email
    this.#idempotencyKey = begun.idempotencyKey
    this.#files = new Map(begun.files.map((file) => [file.id, file]))
    this.#decision = this.#decide()
    this.#giveRowKeys()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readAnswers = (): RawAnswers => this.#answers
  readDecision = (): Decision => this.#decision
  readEmail = (): string => this.#email
  readGeneration = (): number => this.#generation
  readBegun = (): BegunForm => ({
    ...{ answers: this.#answers, email: this.#email, idempotencyKey: this.#idempotencyKey },
    files: [...this.#files.values()],
  })
  readFile = (id: string): FormFile | null => this.#files.get(id) ?? null
  /** Whether the person has entered anything. */
  isBegun = (): boolean => this.#answers !== this.#first || this.#email !== ''

  /** Whether the answer with this path is asked. */
  isAsked(path: string): boolean {
    const place = this.#findPlace(path)
    return place !== null && this.#stateOf(place).isAsked
  }

  readCell(place: Place): Cell {
    const path = pathOf(place)
    const known = this.#cells.get(path)
    const state = this.#stateOf(place)
    const value = this.#valueOf(place)
    const error = this.#errorOf(place, state)
    if (known && known.value === value && known.error === error && isSameState(known.state, state)) return known
    const cell = { state, value, error }
    this.#cells.set(path, cell)
    return cell
  }

  readGroup(group: GroupField): GroupView {
    const known = this.#groups.get(group.id)
    const keys = this.#rowKeys.get(group.id) ?? []
    const rows = this.#decision.fields.get(group.id)?.rows ?? []
    // Where only some of its fields are shown, the rows keep their names.
    const whole = this.index.fields.get(group.id)?.field
    const names = keys.map((_, row) => this.#nameRow(whole?.kind === 'group' ? whole : group, rows[row], row))
    const view: GroupView = {
      ...{ keys, names, open: Math.min(this.#openRows.get(group.id) ?? 0, Math.max(0, keys.length - 1)) },
      error: this.#errorOf({ field: group.id, group: null, row: null }, this.#decision.fields.get(group.id) ?? hidden),
    }
    const isSame = known?.keys === keys && known.open === view.open && known.error === view.error && isSameList(known.names, names)
    if (isSame && known) return known
    this.#groups.set(group.id, view)
    return view
  }

  /** The faults of these pages that are listed above them. */
  readFaults(pages: readonly string[]): readonly ListedFault[] {
    const known = this.#faultLists.get(pages.join()) ?? noFaults
    const listed = pages
      .flatMap((page) => (this.#checked.has(page) ? this.listFaultsOn(page) : []))
      .map((fault) => this.#placeOf(fault))
      .flatMap((place): ListedFault[] => {
        const message = this.#errorOf(place, this.#stateOf(place))
        return message === undefined ? [] : [{ path: pathOf(place), label: this.#labelOf(place), message }]
      })
    const refused = [...this.#refused].flatMap(([path, message]): ListedFault[] => {
      const place = this.#findPlace(path)
      if (!place || !pages.some((page) => page === this.#pageOf(place)) || listed.some((one) => one.path === path)) return []
      return [{ path, label: this.#labelOf(place), message }]
    })
    const all = [...listed, ...refused]
    const isSame =
      all.length === known.length && all.every(({ path, message }, at) => known[at]?.path === path && known[at]?.message === message)
    if (isSame) return known
    this.#faultLists.set(pages.join(), all)
    return all
  }

  listFaultsOn(page: string): FormFault[] {
    return this.#decision.faults.filter((fault) => this.#pageOf(this.#placeOf(fault)) === page)
  }

  /** The answer, or a function that makes it from the one before: a file may arrive late. */
  setAnswer(place: Place, next: unknown) {
    const value = typeof next === 'function' ? next(this.#valueOf(place)) : next
    this.#refused.delete(pathOf(place))
    if (place.group === null || place.row === null) this.#setAnswers({ ...this.#answers, [place.field]: value })
    else {
      const { group, row, field } = place
      this.#setRows(group, (rows) => rows.map((one, at) => (at === row ? { ...one, [field]: value } : one)))
    }
  }

  /** Ages and prices depend on the day. */
  setToday(today: string) {
    if (today === this.#today) return
    this.#today = today
    this.#setAnswers(this.#answers)
  }

  /** Remembers the name of a file. The answer that has it follows. */
  noteFile(file: FormFile) {
    this.#files.set(file.id, file)
  }

  setEmail(email: string) {
    this.#email = email
    this.#notify()
  }

  /** The person has left a field. What is wrong with it is shown from now on. That it is missing is said only when they continue. */
  leave(path: string) {
    const place = this.#findPlace(path)
    const { fault } = place ? this.#stateOf(place) : hidden
    if (!fault || fault.code === 'required' || this.#shown.has(path)) return
    this.#shown.add(path)
    this.#notify()
  }

  /** Shows all faults of these pages, and says whether there are any. */
  checkPages(pages: readonly string[]): boolean {
    const faults = pages.flatMap((page) => this.listFaultsOn(page))
    for (const page of pages) this.#checked.add(page)
    for (const fault of faults) this.#shown.add(pathOf(this.#placeOf(fault)))
    this.#notify()
    return faults.length > 0
  }

  /** Shows what the server said about answers. Returns the first page on which one of them is. */
  showRefused(issues: readonly { path: string; message: string }[]): string | null {
    const found = issues.flatMap((issue) => {
      const place = this.#findPlace(issue.path)
      return place ? [{ ...issue, page: this.#pageOf(place) }] : []
    })
    for (const { path, message } of found) this.#refused.set(path, message)
    // What was signed before may have expired since the form was opened, so it is signed now.
    const asked = new Set(this.#signed)
    for (const { path } of found) asked.delete(this.#findPlace(path)?.field ?? '')
    if (asked.size < this.#signed.size) {
      this.#signed = asked
      this.#decision = this.#decide()
    }
    this.#notify()
    return this.#decision.pages.find((id) => found.some(({ page }) => page === id)) ?? null
  }

  openRow(group: string, row: number) {
    this.#openRows.set(group, row)
    this.#notify()
  }

  addRow(group: string) {
    this.#openRows.set(group, rowsOf(this.#answers, group).length)
    this.#setRows(group, (rows) => [...rows, {}])
  }

  /** Fills the first row that is still empty, or a new one. */
  fillRow(group: string, row: RawAnswers) {
    const rows = rowsOf(this.#answers, group)
    const empty = rows.findIndex((one) => Object.keys(one).length === 0)
    this.#openRows.set(group, empty === -1 ? rows.length : empty)
    // With a new key, the inputs of the row begin again with these answers.
    if (empty !== -1) this.#rowKeys.set(group, (this.#rowKeys.get(group) ?? []).with(empty, ++this.#lastRowKey))
    this.#setRows(group, (before) => (empty === -1 ? [...before, row] : before.with(empty, row)))
  }

  /** Returns what puts the row back. */
  removeRow(group: string, row: number): () => void {
    const removed = rowsOf(this.#answers, group)[row] ?? {}
    const key = this.#rowKeys.get(group)?.[row]
    this.#forgetFaults(group)
    this.#rowKeys.set(
      group,
      (this.#rowKeys.get(group) ?? []).filter((_, at) => at !== row),
    )
    this.#openRows.set(group, Math.max(0, row - 1))
    this.#setRows(group, (rows) => rows.filter((_, at) => at !== row))
    return () => {
      const keys = this.#rowKeys.get(group) ?? []
      const at = Math.min(row, keys.length)
      if (key !== undefined) this.#rowKeys.set(group, keys.toSpliced(at, 0, key))
      this.#openRows.set(group, at)
      this.#forgetFaults(group)
      this.#setRows(group, (rows) => rows.toSpliced(at, 0, removed))
    }
  }

  /** Starts again with the first answers, or with others. */
  replace(answers: RawAnswers = this.#first, { idempotencyKey }: Pick<BegunForm, 'idempotencyKey'>) {
    this.#email = ''
    this.#idempotencyKey = idempotencyKey
    // The names of files are kept only for answers that come back, such as those that were sent.
    const comeBack = JSON.stringify(answers)
    for (const id of this.#files.keys()) if (!comeBack.includes(id)) this.#files.delete(id)
    this.#shown.clear()
    this.#checked.clear()
    this.#refused.clear()
    this.#openRows.clear()
    this.#rowKeys.clear()
    this.#generation += 1
    this.#setAnswers(answers === this.#first ? answers : withFirstRows(this.index, answers))
  }

  /** Opens the row in which an answer is, so that it can be focused. */
  reveal(path: string) {
    const place = this.#findPlace(path)
    if (place?.group && place.row !== null) this.openRow(place.group, place.row)
  }

  #decide(): Decision {
    return decide(this.index, this.#answers, this.#today, { signed: this.#signed, isForAnother: this.#isForAnother })
  }

  #setAnswers(answers: RawAnswers) {
    this.#answers = answers
    this.#decision = this.#decide()
    this.#giveRowKeys()
    this.#notify()
  }

  #setRows(group: string, change: (rows: RawAnswers[]) => RawAnswers[]) {
    this.#setAnswers({ ...this.#answers, [group]: change(rowsOf(this.#answers, group)) })
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }

  /** Each row has a key, so that the fields of a row stay with it when another one is removed. */
  #giveRowKeys() {
    for (const { field } of this.index.fields.values()) {
      if (field.kind !== 'group') continue
      const keys = this.#rowKeys.get(field.id) ?? []
      const missing = rowsOf(this.#answers, field.id).length - keys.length
      if (missing > 0) this.#rowKeys.set(field.id, [...keys, ...Array.from({ length: missing }, () => ++this.#lastRowKey)])
      else if (missing < 0 || !this.#rowKeys.has(field.id)) this.#rowKeys.set(field.id, keys.slice(0, keys.length + missing))
    }
  }

  #forgetFaults(group: string) {
    const isInGroup = (path: string) => path.startsWith(`answers.${group}.`)
    for (const path of this.#shown) if (isInGroup(path)) this.#shown.delete(path)
    for (const path of this.#refused.keys()) if (isInGroup(path)) this.#refused.delete(path)
  }

  #stateOf({ field, group, row }: Place): FieldState {
    const { fields } = this.#decision
    return (group === null || row === null ? fields.get(field) : fields.get(group)?.rows?.[row]?.get(field)) ?? hidden
  }

  #valueOf({ field, group, row }: Place): unknown {
    const answers = group === null || row === null ? this.#answers : rowsOf(this.#answers, group)[row]
    return answers && Object.hasOwn(answers, field) ? answers[field] : undefined
  }

  #errorOf(place: Place, { isAsked, fault }: FieldState): string | undefined {
    const path = pathOf(place)
    const refused = this.#refused.get(path)
    if (refused !== undefined) return refused
    const field = this.index.fields.get(place.field)?.field
    return isAsked && fault && field && this.#shown.has(path) ? writeFault(field, fault, this.index.content.payment) : undefined
  }

  #placeOf({ field, row }: Pick<FormFault, 'field' | 'row'>): Place {
    const group = row === null ? null : (this.index.fields.get(field)?.group?.id ?? null)
    return { field, group, row: group === null ? null : row }
  }

  #findPlace(path: string): Place | null {
    const [start, first = '', row, inner] = path.split('.')
    if (start !== 'answers' || !this.index.fields.has(first)) return null
    return row === undefined || inner === undefined
      ? { field: first, group: null, row: null }
      : { field: inner, group: first, row: Number(row) }
  }

  #pageOf({ field, group }: Place): string | undefined {
    const placed = this.index.fields.get(group ?? field)
    return placed && this.index.content.pages[placed.page]?.id
  }

  #labelOf({ field, group, row }: Place): string {
    const { field: asked } = this.index.fields.get(field) ?? {}
    const around = group === null ? undefined : this.index.fields.get(group)?.field
    // The list of faults is short, so it does without the answers that a label quotes.
    const label = fillQuotes(asked?.label ?? '', {})
    if (around?.kind !== 'group' || row === null) return label
    const name = this.#nameRow(around, this.#decision.fields.get(around.id)?.rows?.[row], row)
    return `${name}: ${label}`
  }

  /** A row is called by its first short text, such as the name of a child. */
  #nameRow({ fields, rowLabel }: GroupField, states: ReadonlyMap<string, FieldState> | undefined, row: number): string {
    const named = fields.find(({ kind }) => kind === 'shortText')
    const name = named && toComparable(states?.get(named.id)?.answer ?? null)
    return typeof name === 'string' ? name : `${rowLabel} ${row + 1}`
  }
}

const isSameFault = (a: AnswerFault | null, b: AnswerFault | null) =>
  a === b || (a !== null && b !== null && a.code === b.code && numberIn(a) === numberIn(b))
const numberIn = (fault: AnswerFault) => ('limit' in fault ? fault.limit : 'date' in fault ? fault.date : null)

const isSameList = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((one, at) => one === b[at])

/** An answer that is an object belongs to a value that is compared as well. Only what is computed has an answer without a value. */
function isSameState(a: FieldState, b: FieldState): boolean {
  const isSameAnswer = a.answer === b.answer || (typeof a.answer === 'object' && typeof b.answer === 'object')
  return (
    isSameAnswer &&
    a.isAsked === b.isAsked &&
    a.isRequired === b.isRequired &&
    a.isSigned === b.isSigned &&
    isSameFault(a.fault, b.fault) &&
    isSameList(a.prices ?? [], b.prices ?? [])
  )
}
