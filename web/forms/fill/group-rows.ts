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

  /** Gives keys to new rows. Where some are gone, nobody knows which, so all get new ones. */
  follow(index: FormIndex, answers: RawAnswers) {
    for (const { field } of index.fields.values()) {
      if (field.kind !== 'group') continue
      const [known, count] = [this.keysOf(field.id), rowsOf(answers, field.id).length]
      if (known.length === count && this.#keys.has(field.id)) continue
      const kept = known.length > count ? [] : known
      this.#keys.set(field.id, [...kept, ...Array.from({ length: count - kept.length }, () => ++this.#lastKey)])
    }
  }

  clear() {
    this.#keys.clear()
    this.#open.clear()
  }
}
