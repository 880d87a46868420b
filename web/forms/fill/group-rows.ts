import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { rowsOf } from './fit-answers.ts'

/** The rows of groups on the screen: which one is open, and a key for each. So the fields of a row stay with it when another one is removed. */
export class GroupRows {
  readonly #keys = new Map<string, readonly number[]>()
  readonly #open = new Map<string, number>()
  #lastKey = 0

  keysOf(group: string): readonly number[] {
    return this.#keys.get(group) ?? []
  }

  openOf(group: string): number {
    return Math.min(this.#open.get(group) ?? 0, Math.max(0, this.keysOf(group).length - 1))
  }

  open(group: string, row: number) {
    this.#open.set(group, row)
  }

  /** With a new key, the inputs of the row begin again. */
  renew(group: string, row: number) {
    this.#keys.set(group, this.keysOf(group).with(row, ++this.#lastKey))
  }

  remove(group: string, row: number) {
    this.#keys.set(
      group,
      this.keysOf(group).filter((_, at) => at !== row),
    )
    this.#open.set(group, Math.max(0, row - 1))
  }

  /** Gives a row that was removed its key again. Returns where the row is now. */
  putBack(group: string, row: number, key: number | undefined): number {
    const keys = this.keysOf(group)
    const at = Math.min(row, keys.length)
    if (key !== undefined) this.#keys.set(group, keys.toSpliced(at, 0, key))
    this.#open.set(group, at)
    return at
  }

  /** Gives keys to new rows, and forgets those of rows that are gone. */
  follow(index: FormIndex, answers: RawAnswers) {
    for (const { field } of index.fields.values()) {
      if (field.kind !== 'group') continue
      const keys = this.keysOf(field.id)
      const missing = rowsOf(answers, field.id).length - keys.length
      if (missing > 0) this.#keys.set(field.id, [...keys, ...Array.from({ length: missing }, () => ++this.#lastKey)])
      else if (missing < 0 || !this.#keys.has(field.id)) this.#keys.set(field.id, keys.slice(0, keys.length + missing))
    }
  }

  clear() {
    this.#keys.clear()
    this.#open.clear()
  }
}
