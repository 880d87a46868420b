import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { FormFile } from '../../../domain/forms/files.ts'
import { isSameValue, maxMergedSaves } from '../../../domain/merge-edits.ts'
import { ApiError } from '../../api.ts'
import type { AnswerStore } from './answer-store.ts'
import type { SavedAnswers } from './merge-answers.ts'

const firstDelayMs = 250
const intervalMs = 6_000

/** What keeps answers for all devices of a person. */
export type AnswerServer = {
  /** Replaces the answers with this version. Returns the new version. */
  save: (answers: RawAnswers, savedAt: number | null) => Promise<number | null>
  /** The newest answers, with their files. Null if there are none. */
  read: () => Promise<{ draft: SavedAnswers | null; files: readonly FormFile[] }>
}

type AccountSaverOptions = {
  store: AnswerStore
  server: AnswerServer
  /** Saving has worked, or failed: see `hasFailed`. */
  onTried: () => void
  /** Answers from another tab or device were added. */
  onMerged: () => void
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'AnswersChangedElsewhere'

/** Saves the answers in the account of the person: every few seconds while they change, and one request at a time. */
export class AccountSaver {
  readonly #store: AnswerStore
  readonly #server: AnswerServer
  readonly #onTried: () => void
  readonly #onMerged: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastSentAt = Number.NEGATIVE_INFINITY
  #isUnsaved = false
  #hasFailed = false
  #isStopped = false
  #isSending = false
  #isWanted = false
  /** What was sent when no answer came. The server may have it. */
  #lost: RawAnswers | null = null

  constructor({ store, server, onTried, onMerged }: AccountSaverOptions) {
    this.#store = store
    this.#server = server
    this.#onTried = onTried
    this.#onMerged = onMerged
  }

  /** Whether the last answers did not reach the account. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** The answers have changed. */
  saveSoon() {
    this.#isUnsaved = true
    this.#timer ??= setTimeout(() => this.saveNow(), Math.max(firstDelayMs, this.#lastSentAt + intervalMs - performance.now()))
  }

  /** Saves at once what waits for its time. */
  flush() {
    if (this.#timer !== undefined) void this.saveNow()
  }

  /** Saves again what could not be saved. */
  retry() {
    if (this.#isUnsaved && this.#timer === undefined) void this.saveNow()
  }

  async saveNow(): Promise<void> {
    this.#clearTimer()
    // The version that is sent is the one of the answer before.
    this.#isWanted = this.#isSending
    if (this.#isSending) return
    this.#isSending = true
    try {
      await this.#save()
      this.#hasFailed = false
    } catch {
      // The device has the answers. They are sent again with the next change, or when the network is back.
      this.#isUnsaved = true
      this.#hasFailed = true
    }
    this.#isSending = false
    if (!this.#isStopped) this.#onTried()
    if (this.#isWanted) await this.saveNow()
  }

  /** Saves no later changes. */
  stop() {
    this.#isStopped = true
    this.#clearTimer()
  }

  /** Stops, and leaves out what waits for the request before. */
  cancel() {
    this.stop()
    this.#isWanted = false
  }

  /** Saves what is there now, after what others have saved meanwhile was added to it. */
  async #save(triesLeft = maxMergedSaves): Promise<void> {
    this.#clearTimer()
    this.#lastSentAt = performance.now()
    this.#isUnsaved = false
    const sent = this.#store.isBegun() ? this.#store.readAnswers() : {}
    try {
      this.#store.noteSaved({ answers: sent, savedAt: await this.#server.save(sent, this.#store.readSaved()?.savedAt ?? null) })
      this.#lost = null
    } catch (error) {
      if (!isConflict(error)) this.#lost = sent
      if (!isConflict(error) || triesLeft === 0 || this.#isStopped) throw error
      await this.#takeNewest()
      await this.#save(triesLeft - 1)
    }
  }

  async #takeNewest() {
    const { draft, files } = await this.#server.read()
    for (const file of files) this.#store.noteFile(file)
    if (draft === null) this.#store.noteSaved({ answers: {}, savedAt: null })
    else if (this.#lost !== null && isSameValue(draft.answers, this.#lost)) this.#store.noteSaved(draft)
    else if (this.#store.mergeSaved(draft)) this.#onMerged()
  }

  #clearTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
