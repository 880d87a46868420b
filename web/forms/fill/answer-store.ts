import type { RawAnswers } from '../../../domain/forms/answers.ts'
import { type Decision, decide, type FieldState, type FormFault, nothingSigned, type Way } from '../../../domain/forms/decide.ts'
import type { GroupField } from '../../../domain/forms/fields.ts'
import type { FormFile } from '../../../domain/forms/files.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { signedKey } from '../../../domain/forms/signed-before.ts'
import { rowsOf, withFirstRows } from './fit-answers.ts'
import { GroupRows } from './group-rows.ts'
import { isSameList, isSameState } from './is-same-state.ts'
import { mergeAnswers, type SavedAnswers } from './merge-answers.ts'
import { findPlace, isOn, nameRow, type Place, pathOf, stateOf } from './places.ts'
import { type ListedFault, ShownFaults } from './shown-faults.ts'

/** What one field shows. It stays the same object until something that the field shows has changed. */
export type Cell = { state: FieldState; value: unknown; error: string | undefined }

/** What the chips of a group show. */
export type GroupView = { keys: readonly number[]; names: readonly string[]; open: number; error: string | undefined }

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
  /** Null until the person has typed one, so that one they have emptied stays empty. */
  #email: string | null
  #idempotencyKey: string
  readonly #files: Map<string, FormFile>
  #saved: SavedAnswers | null
  #decision: Decision
  /** How often all answers were replaced. Fields that keep a text of their own begin again then. */
  #generation = 0
  readonly #listeners = new Set<() => void>()
  readonly #cells = new Map<string, Cell>()
  readonly #groups = new Map<string, GroupView>()
  readonly #faults: ShownFaults
  readonly #rows = new GroupRows()

  constructor(
    index: FormIndex,
    today: string,
    first: RawAnswers,
    begun: BegunForm,
    { signed = nothingSigned, isForAnother = false }: Way = {},
  ) {
    this.#isForAnother = isForAnother
    this.index = index
    this.#faults = new ShownFaults(index)
    this.#today = today
    this.#signed = signed
    this.#first = withFirstRows(index, first)
    this.#answers = begun.answers === first ? this.#first : withFirstRows(index, begun.answers)
    this.#email = begun.email || null
    this.#idempotencyKey = begun.idempotencyKey
    this.#files = new Map(begun.files.map((file) => [file.id, file]))
    this.#saved = begun.saved
    this.#decision = this.#decide()
    this.#rows.follow(this.index, this.#answers)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readAnswers = (): RawAnswers => this.#answers
  readDecision = (): Decision => this.#decision
  readEmail = (): string | null => this.#email
  readGeneration = (): number => this.#generation
  readBegun = (): BegunForm => ({
    ...{ answers: this.#answers, email: this.#email ?? '', idempotencyKey: this.#idempotencyKey },
    ...{ files: [...this.#files.values()], saved: this.#saved },
  })
  readFile = (id: string): FormFile | null => this.#files.get(id) ?? null
  /** Whether the person has entered anything. */
  isBegun = (): boolean => this.#answers !== this.#first || Boolean(this.#email)

  /** A path with the key of the row in place of its number, so that it stays right while rows are removed and come back. */
  anchorOf(path: string): string {
    const place = findPlace(this.index, path)
    if (!place?.group || place.row === null) return path
    return pathOf({ ...place, row: this.#rows.keysOf(place.group)[place.row] ?? 0 })
  }

  /** Where the answer of an anchor is now. Null if its row is gone. */
  findAnchor(anchor: string): Place | null {
    const place = findPlace(this.index, anchor)
    if (!place?.group || place.row === null) return place
    const row = this.#rows.keysOf(place.group).indexOf(place.row)
    return row === -1 ? null : { ...place, row }
  }

  /** Whether the answer of an anchor is asked. */
  isAsked(anchor: string): boolean {
    const place = this.findAnchor(anchor)
    return place !== null && stateOf(this.#decision, place).isAsked
  }

  readCell(place: Place): Cell {
    const path = pathOf(place)
    const known = this.#cells.get(path)
    const state = stateOf(this.#decision, place)
    const value = this.#valueOf(place)
    const error = this.#faults.errorOf(this.#decision, place)
    if (known && known.value === value && known.error === error && isSameState(known.state, state)) return known
    const cell = { state, value, error }
    this.#cells.set(path, cell)
    return cell
  }

  readGroup(group: GroupField): GroupView {
    const known = this.#groups.get(group.id)
    const keys = this.#rows.keysOf(group.id)
    const rows = this.#decision.fields.get(group.id)?.rows ?? []
    // Where only some of its fields are shown, the rows keep their names.
    const whole = this.index.fields.get(group.id)?.field
    const names = keys.map((_, row) => nameRow(whole?.kind === 'group' ? whole : group, rows[row], row))
    const view: GroupView = {
      ...{ keys, names, open: this.#rows.openOf(group.id) },
      error: this.#faults.errorOf(this.#decision, { field: group.id, group: null, row: null }),
    }
    const isSame = known?.keys === keys && known.open === view.open && known.error === view.error && isSameList(known.names, names)
    if (isSame && known) return known
    this.#groups.set(group.id, view)
    return view
  }

  /** The faults of these pages or questions that are listed above them. */
  readFaults(parts: readonly string[]): readonly ListedFault[] {
    return this.#faults.list(this.#decision, parts)
  }

  /** What is wrong on a page, or with a question. */
  listFaultsOn(part: string): FormFault[] {
    return this.#faults.listAllOn(this.#decision, part)
  }

  /** Whether something is wrong with a question, also if it is not said yet. */
  isFaulty(field: string): boolean {
    return this.listFaultsOn(field).length > 0 || this.#faults.isRefused(field)
  }

  /** The answer, or a function that makes it from the one before: a file may arrive late. */
  setAnswer(place: Place, next: unknown) {
    const value = typeof next === 'function' ? next(this.#valueOf(place)) : next
    this.#faults.forgetRefused(pathOf(place))
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
    if (this.#faults.leave(this.#decision, path)) this.#notify()
  }

  /** Shows all faults of these pages or questions, and says whether there are any. */
  check(parts: readonly string[]): boolean {
    const hasFaults = this.#faults.check(this.#decision, parts)
    this.#notify()
    return hasFaults
  }

  /** Shows what the server said about answers. Returns where the first of them is. */
  showRefused(issues: readonly { path: string; message: string }[]): Place | null {
    const places = this.#faults.refuse(issues)
    // What was signed before may have expired since the form was opened, so it is signed now.
    const asked = new Set(this.#signed)
    for (const place of places) asked.delete(signedKey(place.field, stateOf(this.#decision, place).signedFor))
    if (asked.size < this.#signed.size) {
      this.#signed = asked
      this.#decision = this.#decide()
    }
    this.#notify()
    const onWay = this.#decision.pages.flatMap((page) => places.filter((place) => isOn(this.index, place, page)))
    return onWay[0] ?? null
  }

  openRow(group: string, row: number) {
    this.#rows.open(group, row)
    this.#notify()
  }

  addRow(group: string) {
    this.#rows.open(group, rowsOf(this.#answers, group).length)
    this.#setRows(group, (rows) => [...rows, {}])
  }

  /** Fills the first row that is still empty, or a new one. */
  fillRow(group: string, row: RawAnswers) {
    const rows = rowsOf(this.#answers, group)
    const empty = rows.findIndex((one) => Object.keys(one).length === 0)
    this.#rows.open(group, empty === -1 ? rows.length : empty)
    this.#setRows(group, (before) => (empty === -1 ? [...before, row] : before.with(empty, row)))
  }

  /** Returns what puts the row back. */
  removeRow(group: string, row: number): () => void {
    const removed = rowsOf(this.#answers, group)[row] ?? {}
    const key = this.#rows.keysOf(group)[row]
    this.#faults.forgetRows(group)
    this.#rows.remove(group, row)
    this.#setRows(group, (rows) => rows.filter((_, at) => at !== row))
    return () => {
      const at = this.#rows.putBack(group, row, key)
      this.#faults.forgetRows(group)
      this.#setRows(group, (rows) => rows.toSpliced(at, 0, removed))
    }
  }

  /** Starts again with the first answers, or with others. */
  replace(answers: RawAnswers = this.#first, { idempotencyKey }: Pick<BegunForm, 'idempotencyKey'>) {
    this.#email = null
    this.#idempotencyKey = idempotencyKey
    // The names of files are kept only for answers that come back, such as those that were sent.
    const comeBack = JSON.stringify(answers)
    for (const id of this.#files.keys()) if (!comeBack.includes(id)) this.#files.delete(id)
    this.#faults.clear()
    this.#rows.clear()
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
    this.#rows.follow(this.index, this.#answers)
    this.#notify()
  }

  #setRows(group: string, change: (rows: RawAnswers[]) => RawAnswers[]) {
    this.#setAnswers({ ...this.#answers, [group]: change(rowsOf(this.#answers, group)) })
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }

  #valueOf({ field, group, row }: Place): unknown {
    const answers = group === null || row === null ? this.#answers : rowsOf(this.#answers, group)[row]
    return answers && Object.hasOwn(answers, field) ? answers[field] : undefined
  }
}
