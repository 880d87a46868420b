import { getErrorFields, logLine } from '../platform/log.ts'

/** After so many milliseconds for each person who was told, they may be told again. */
const pauseEach = 100

/** Tells people of new messages, and the more there are, the less often. */
export class Teller {
  readonly #tell: () => Promise<number>
  #nextAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `tell` returns how many people it told. */
  constructor(tell: () => Promise<number>) {
    this.#tell = tell
  }

  /** If it is too early, they are told later. When the object stops before that, they find out when they ask. */
  async tellSoon(now: number): Promise<void> {
    if (this.#timer !== undefined) return
    if (now >= this.#nextAt) return this.#tellNow()
    this.#timer = setTimeout(() => void this.#tellNow(), this.#nextAt - now)
  }

  async #tellNow(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      this.#nextAt = Date.now() + (await this.#tell()) * pauseEach
    } catch (error) {
      logLine('warn', 'messages-not-told', getErrorFields(error))
    }
  }
}
