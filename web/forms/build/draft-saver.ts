import * as v from 'valibot'
import { FormContent } from '../../../domain/forms/content.ts'
import type { FormDraft, SaveDraft } from '../../../domain/forms/contract.ts'
import { ApiError } from '../../api.ts'
import { dropDraft, readDraft, writeDraft } from '../../ui/draft.ts'

export type SaveState =
  | { is: 'saved'; at: number }
  | { is: 'waiting' | 'saving' | 'offline' }
  /** Something is empty or wrong, so the server would refuse the form. */
  | { is: 'unfinished' }
  | { is: 'failed'; error: unknown }
  /** Somebody else saved another content. */
  | { is: 'conflict'; theirs: FormDraft }

/** The content on the screen, and how the server stores it. */
type Sent = { content: FormContent; output: FormContent }
type Server = { save: (json: SaveDraft) => Promise<number>; read: () => Promise<FormDraft> }

const saveAfterMs = 1_000
const keepAfterMs = 300
const retryAfterMs = 5_000

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'FormVersionConflict'
const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429
const isOffline = (error: unknown) => error instanceof Error && error.name === 'OfflineError'
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Saves a form that is being built: about a second after a change, one request at a time, each with the version that it changes. What is not
 * saved is kept on this device.
 */
export class DraftSaver {
  readonly #key: string
  readonly #server: Server
  readonly #listeners = new Set<() => void>()
  #content: FormContent
  #saved: FormContent
  #version: number
  #state: SaveState
  /** What was sent when the last answer did not arrive. */
  #lost: Sent | null = null
  #isSending = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #keepTimer: ReturnType<typeof setTimeout> | undefined

  constructor(draft: FormDraft, server: Server) {
    this.#key = `form-draft:${draft.id}`
    this.#server = server
    this.#saved = draft.content
    this.#version = draft.version
    this.#content = draft.content
    this.#state = { is: 'saved', at: draft.updatedAt }
    this.#restore(draft)
  }

  /** What was not saved when the page was left. If the form was changed since then, the person chooses. */
  #restore(draft: FormDraft) {
    const stored = readDraft(this.#key, { content: draft.content, version: draft.version })?.values
    if (!stored || !isContent(stored.content) || isSame(stored.content, draft.content)) return
    this.#content = stored.content
    this.#state = stored.version < draft.version ? { is: 'conflict', theirs: draft } : { is: 'waiting' }
  }

  get content(): FormContent {
    return this.#content
  }

  get version(): number {
    return this.#version
  }

  readonly getState = (): SaveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to save. Call the returned function when the page is left. */
  start(): () => void {
    const retry = () => void this.#send()
    const keep = () => this.#keep()
    addEventListener('online', retry)
    addEventListener('pagehide', keep)
    if (this.#state.is === 'waiting') this.#schedule(0)
    return () => {
      removeEventListener('online', retry)
      removeEventListener('pagehide', keep)
      clearTimeout(this.#timer)
      keep()
    }
  }

  change(content: FormContent): void {
    if (content === this.#content) return
    this.#content = content
    clearTimeout(this.#keepTimer)
    this.#keepTimer = setTimeout(() => this.#keep(), keepAfterMs)
    if (this.#state.is === 'conflict') return
    if (!this.#isSending) this.#setState({ is: 'waiting' })
    this.#schedule(saveAfterMs)
  }

  /** Saves now. Resolves to the saved version, or to null if something is in the way. */
  async flush(): Promise<number | null> {
    clearTimeout(this.#timer)
    while (this.#isSending) await new Promise<void>((resolve) => this.#onceChanged(resolve))
    if (this.#content !== this.#saved) await this.#send()
    return this.#state.is === 'saved' ? this.#version : null
  }

  /** Saves over what somebody else saved. */
  keepMine(): void {
    if (this.#state.is !== 'conflict') return
    this.#version = this.#state.theirs.version
    this.#setState({ is: 'waiting' })
    void this.#send()
  }

  /** Gives up what is not saved. Returns what is shown instead. */
  takeTheirs(): FormContent {
    if (this.#state.is !== 'conflict') return this.#content
    const { content, version, updatedAt } = this.#state.theirs
    this.#content = content
    this.#markSaved(content, version, updatedAt)
    return content
  }

  /** Somebody else saved, as another request found out. */
  async checkConflict(error: unknown): Promise<boolean> {
    if (!isConflict(error)) return false
    await this.#meetConflict(null)
    return true
  }

  #onceChanged(resolve: () => void) {
    const stop = this.subscribe(() => {
      stop()
      resolve()
    })
  }

  #setState(state: SaveState) {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  #keep() {
    clearTimeout(this.#keepTimer)
    if (this.#content !== this.#saved) writeDraft(this.#key, { content: this.#content, version: this.#version })
  }

  #markSaved(content: FormContent, version: number, at: number) {
    this.#saved = content
    this.#version = version
    if (this.#content === content) {
      clearTimeout(this.#keepTimer)
      dropDraft(this.#key)
      this.#setState({ is: 'saved', at })
    } else {
      this.#setState({ is: 'waiting' })
      this.#schedule(saveAfterMs)
    }
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#state.is === 'conflict') return
    const content = this.#content
    if (content === this.#saved) return this.#markSaved(content, this.#version, Date.now())
    const read = v.safeParse(FormContent, content)
    if (!read.success) return this.#setState({ is: 'unfinished' })
    const sent = { content, output: read.output }
    this.#isSending = true
    this.#setState({ is: 'saving' })
    try {
      const version = await this.#server.save({ content: read.output, version: this.#version })
      this.#isSending = false
      this.#lost = null
      this.#markSaved(content, version, Date.now())
    } catch (error) {
      this.#isSending = false
      if (isConflict(error)) await this.#meetConflict(sent)
      else this.#noteFailure(error)
      if (isPassing(error)) this.#lost = sent
    }
  }

  #noteFailure(error: unknown) {
    this.#keep()
    this.#setState(isOffline(error) ? { is: 'offline' } : { is: 'failed', error })
    if (isPassing(error)) this.#schedule(retryAfterMs)
  }

  /** If the answer to an earlier request was lost, the server has what we sent then, and nobody else has changed anything. */
  async #meetConflict(sent: Sent | null): Promise<void> {
    try {
      const theirs = await this.#server.read()
      const own = [sent, this.#lost].find((one) => one && isSame(theirs.content, one.output))
      this.#lost = null
      if (own) this.#markSaved(own.content, theirs.version, theirs.updatedAt)
      else this.#setState({ is: 'conflict', theirs })
    } catch (error) {
      this.#noteFailure(error)
    }
  }
}

const isContent = (value: FormContent): boolean =>
  Array.isArray(value.pages) && value.pages.length > 0 && Array.isArray(value.rules) && Array.isArray(value.endings)
