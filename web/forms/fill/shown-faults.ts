import type { Decision, FormFault } from '../../../domain/forms/decide.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { findPlace, isOn, labelOf, type Place, pathOf, placeOf, stateOf } from './places.ts'
import { writeFault } from './write-fault.ts'

/** A fault as the list above the page shows it. */
export type ListedFault = { path: string; label: string; message: string }

const noFaults: readonly ListedFault[] = []

/** Which of the faults are shown. Nobody is told about a field before they have left it, or want to continue. */
export class ShownFaults {
  readonly #index: FormIndex
  /** The paths of the answers whose faults are shown. */
  readonly #shown = new Set<string>()
  /** The parts of the form that the person wanted to leave: pages, or questions. Their faults are listed, too. */
  readonly #checked = new Set<string>()
  /** What the server said about answers, until they change. */
  readonly #refused = new Map<string, string>()
  readonly #lists = new Map<string, readonly ListedFault[]>()

  constructor(index: FormIndex) {
    this.#index = index
  }

  /** What is wrong on a page, or with a question, also if it is not shown yet. */
  listAllOn({ faults }: Decision, part: string): FormFault[] {
    return faults.filter((fault) => isOn(this.#index, placeOf(this.#index, fault), part))
  }

  /** Whether the server has refused an answer to this question. */
  isRefused(question: string): boolean {
    return [...this.#refused.keys()].some((path) => {
      const place = findPlace(this.#index, path)
      return (place?.group ?? place?.field) === question
    })
  }

  errorOf(decision: Decision, place: Place): string | undefined {
    const path = pathOf(place)
    const refused = this.#refused.get(path)
    if (refused !== undefined) return refused
    const { isAsked, fault } = stateOf(decision, place)
    const field = this.#index.fields.get(place.field)?.field
    return isAsked && fault && field && this.#shown.has(path) ? writeFault(field, fault, this.#index.content.payment) : undefined
  }

  /** The faults of these pages or questions that are listed above them. It is the same list until something in it changes. */
  list(decision: Decision, parts: readonly string[]): readonly ListedFault[] {
    const known = this.#lists.get(parts.join()) ?? noFaults
    const listed = parts
      .flatMap((part) => (this.#checked.has(part) ? this.listAllOn(decision, part) : []))
      .map((fault) => placeOf(this.#index, fault))
      .flatMap((place): ListedFault[] => {
        const message = this.errorOf(decision, place)
        return message === undefined ? [] : [{ path: pathOf(place), label: labelOf(this.#index, decision, place), message }]
      })
    const refused = [...this.#refused].flatMap(([path, message]): ListedFault[] => {
      const place = findPlace(this.#index, path)
      if (!place || !parts.some((part) => isOn(this.#index, place, part)) || listed.some((one) => one.path === path)) return []
      // Another answer may have hidden the field since then. Nobody could correct it there.
      if (!stateOf(decision, place).isAsked) return []
      return [{ path, label: labelOf(this.#index, decision, place), message }]
    })
    const all = [...listed, ...refused]
    const isSame =
      all.length === known.length && all.every(({ path, message }, at) => known[at]?.path === path && known[at]?.message === message)
    if (isSame) return known
    this.#lists.set(parts.join(), all)
    return all
  }

  /** Returns whether leaving this field shows something new. That it is missing is said only when the person continues. */
  leave(decision: Decision, path: string): boolean {
    const place = findPlace(this.#index, path)
    const fault = place && stateOf(decision, place).fault
    if (!fault || fault.code === 'required' || this.#shown.has(path)) return false
    this.#shown.add(path)
    return true
  }

  /** Shows all faults of these pages or questions, and says whether there are any. */
  check(decision: Decision, parts: readonly string[]): boolean {
    const faults = parts.flatMap((part) => this.listAllOn(decision, part))
    for (const part of parts) this.#checked.add(part)
    for (const fault of faults) this.#shown.add(pathOf(placeOf(this.#index, fault)))
    return faults.length > 0
  }

  /** Shows what the server said about answers. Returns where they are. */
  refuse(issues: readonly { path: string; message: string }[]): Place[] {
    return issues.flatMap(({ path, message }) => {
      const place = findPlace(this.#index, path)
      if (!place) return []
      this.#refused.set(path, message)
      return [place]
    })
  }

  /** The answer was changed, so what the server said about it is over. */
  forgetRefused(path: string) {
    this.#refused.delete(path)
  }

  forgetRows(group: string) {
    const isInGroup = (path: string) => path.startsWith(`answers.${group}.`)
    for (const path of this.#shown) if (isInGroup(path)) this.#shown.delete(path)
    for (const path of this.#refused.keys()) if (isInGroup(path)) this.#refused.delete(path)
  }

  clear() {
    this.#shown.clear()
    this.#checked.clear()
    this.#refused.clear()
  }
}
