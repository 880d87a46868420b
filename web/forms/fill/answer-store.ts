import type { RawAnswers } from '../../../domain/forms/answers.ts'
import { type Decision, decide, type FieldState, type FormFault, nothingSigned, type Way } from '../../../domain/forms/decide.ts'
import type { GroupField } from '../../../domain/forms/fields.ts'
import type { FormFile } from '../../../domain/forms/files.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { rowsOf, withFirstRows } from './fit-answers.ts'
import { isSameList, isSameState } from './is-same-state.ts'
import { mergeAnswers, type SavedAnswers } from './merge-answers.ts'
import { findPlace, isOn, labelOf, nameRow, type Place, pathOf, placeOf } from './places.ts'
import { writeFault } from './write-fault.ts'

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
  /** What these answers change: what the server kept when it was last asked, or what was sent. Null if the server keeps nothing of it. */
  saved: SavedAnswers | null
}

const noFaults: readonly ListedFault[] = []
const hidden: FieldState = { isAsked: false, isRequired: false, answer: null, fault: null }

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
  #saved: SavedAnswers | null
  #decision: Decision
  /** How often all answers were replaced. Fields that keep a text of their own begin again then. */
  #generation = 0
  readonly #listeners = new Set<() => void>()
  readonly #cells = new Map<string, Cell>()
  readonly #groups = new Map<string, GroupView>()
  readonly #faultLists = new Map<string, readonly ListedFault[]>()
  /** The paths of the answers whose faults are shown. Nobody is told about a field before they have left it. */
  readonly #shown = new Set<string>()
  /** The parts of the form that the person wanted to leave: pages, or questions. Their faults are listed, too. */
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
    this.#saved = begun.saved
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
    ...{ files: [...this.#files.values()], saved: this.#saved },
  })
  readFile = (id: string): FormFile | null => this.#files.get(id) ?? null
  /** Whether the person has entered anything. */
  isBegun = (): boolean => this.#answers !== this.#first || this.#email !== ''

  /** Whether the answer with this path is asked. */
  isAsked(path: string): boolean {
    const place = findPlace(this.index, path)
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
    const names = keys.map((_, row) => nameRow(whole?.kind === 'group' ? whole : group, rows[row], row))
    const view: GroupView = {
      ...{ keys, names, open: Math.min(this.#openRows.get(group.id) ?? 0, Math.max(0, keys.length - 1)) },
      error: this.#errorOf({ field: group.id, group: null, row: null }, this.#decision.fields.get(group.id) ?? hidden),
    }
    const isSame = known?.keys === keys && known.open === view.open && known.error === view.error && isSameList(known.names, names)
    if (isSame && known) return known
    this.#groups.set(group.id, view)
    return view
  }

  /** The faults of these pages or questions that are listed above them. */
  readFaults(parts: readonly string[]): readonly ListedFault[] {
    const known = this.#faultLists.get(parts.join()) ?? noFaults
    const listed = parts
      .flatMap((part) => (this.#checked.has(part) ? this.listFaultsOn(part) : []))
      .map((fault) => placeOf(this.index, fault))
      .flatMap((place): ListedFault[] => {
        const message = this.#errorOf(place, this.#stateOf(place))
        return message === undefined ? [] : [{ path: pathOf(place), label: labelOf(this.index, this.#decision, place), message }]
      })
    const refused = [...this.#refused].flatMap(([path, message]): ListedFault[] => {
      const place = findPlace(this.index, path)
      if (!place || !parts.some((part) => isOn(this.index, place, part)) || listed.some((one) => one.path === path)) return []
      // Another answer may have hidden the field since then. Nobody could correct it there.
      if (!this.#stateOf(place).isAsked) return []
      return [{ path, label: labelOf(this.index, this.#decision, place), message }]
    })
    const all = [...listed, ...refused]
    const isSame =
      all.length === known.length && all.every(({ path, message }, at) => known[at]?.path === path && known[at]?.message === message)
    if (isSame) return known
    this.#faultLists.set(parts.join(), all)
    return all
  }

  /** What is wrong on a page, or with a question. */
  listFaultsOn(part: string): FormFault[] {
    return this.#decision.faults.filter((fault) => isOn(this.index, placeOf(this.index, fault), part))
  }

  /** Whether something is wrong with a question, also if it is not said yet. */
  isFaulty(field: string): boolean {
    if (this.listFaultsOn(field).length > 0) return true
    return [...this.#refused.keys()].some((path) => (findPlace(this.index, path)?.group ?? findPlace(this.index, path)?.field) === field)
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

  readSaved = (): SavedAnswers | null => this.#saved

  noteSaved(saved: SavedAnswers) {
    this.#saved = saved
  }

  /** Takes over what was saved elsewhere, but for the fields that were changed here since then. Returns whether that gave any answers. */
  mergeSaved(saved: SavedAnswers): boolean {
    const merged = mergeAnswers(this.index, { base: this.#saved?.answers ?? this.#first, mine: this.#answers, theirs: saved.answers })
    this.#saved = saved
    if (merged.hasTheirs) this.#setAnswers(merged.answers)
    return merged.hasTheirs
  }

  setEmail(email: string) {
    this.#email = email
    this.#notify()
  }

  /** The person has left a field. What is wrong with it is shown from now on. That it is missing is said only when they continue. */
  leave(path: string) {
    const place = findPlace(this.index, path)
    const { fault } = place ? this.#stateOf(place) : hidden
    if (!fault || fault.code === 'required' || this.#shown.has(path)) return
    this.#shown.add(path)
    this.#notify()
  }

  /** Shows all faults of these pages or questions, and says whether there are any. */
  check(parts: readonly string[]): boolean {
    const faults = parts.flatMap((part) => this.listFaultsOn(part))
    for (const part of parts) this.#checked.add(part)
    for (const fault of faults) this.#shown.add(pathOf(placeOf(this.index, fault)))
    this.#notify()
    return faults.length > 0
  }

  /** Shows what the server said about answers. Returns where the first of them is. */
  showRefused(issues: readonly { path: string; message: string }[]): Place | null {
    const found = issues.flatMap((issue) => {
      const place = findPlace(this.index, issue.path)
      return place ? [{ ...issue, place }] : []
    })
    for (const { path, message } of found) this.#refused.set(path, message)
    // What was signed before may have expired since the form was opened, so it is signed now.
    const asked = new Set(this.#signed)
    for (const { path } of found) asked.delete(findPlace(this.index, path)?.field ?? '')
    if (asked.size < this.#signed.size) {
      this.#signed = asked
      this.#decision = this.#decide()
    }
    this.#notify()
    const onWay = this.#decision.pages.flatMap((page) => found.filter(({ place }) => isOn(this.index, place, page)))
    return onWay[0]?.place ?? null
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
    const place = findPlace(this.index, path)
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
}
