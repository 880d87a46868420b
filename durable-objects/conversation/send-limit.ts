import { countFrame, type FrameCount } from '../frames.ts'
import { maxSends, sendWindow } from './protocol.ts'

/** So many messages of a person in one conversation are not compared with what they send in others. */
const freeSends = 3

/** Asks the person's own object up to which count they may send here. */
type Ask = (sends: FrameCount) => Promise<number>

/**
 * How many messages each person sent or changed lately, from all their devices. After a restart they count from zero. Who sends more than a
 * few is compared with their other conversations: with one request for the whole window, and with one a message only if they send as many
 * elsewhere at the same time.
 */
export class SendLimit {
  readonly #counts = new Map<string, FrameCount>()
  /** In the window that began at `start`, the person may send up to this count without another question. */
  readonly #allowed = new Map<string, { start: number; max: number; isFull: boolean }>()
  readonly #turns = new Map<string, Promise<unknown>>()

  /** Counts one more, unless that is too many. */
  isReached(userId: string): boolean {
    const sends = this.#next(userId)
    const allowed = this.#allowedIn(userId, sends)
    if (sends.count > maxSends || (allowed?.isFull && sends.count > allowed.max)) return true
    this.#counts.set(userId, sends)
    return false
  }

  /** Does what counts as sending, after everything that the person sent before. */
  async inTurn<Result>(userId: string, ask: Ask, act: () => Result): Promise<Result> {
    const before = this.#turns.get(userId)
    if (!before && !this.#toCompare(userId)) return act()
    const turn = this.#takeTurn(userId, before, { ask, act })
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(userId, settled)
    void settled.then(() => {
      if (this.#turns.get(userId) === settled) this.#turns.delete(userId)
    })
    return turn
  }

  /** The person sends elsewhere too, so each message is compared from now on. Returns how many they have sent here. */
  share(userId: string): FrameCount | null {
    const sends = this.#counts.get(userId)
    const allowed = this.#allowed.get(userId)
    if (allowed && !allowed.isFull) this.#allowed.delete(userId)
    return sends ?? null
  }

  async #takeTurn<Result>(userId: string, before: Promise<unknown> | undefined, { ask, act }: { ask: Ask; act: () => Result }) {
    await before
    const sends = this.#toCompare(userId)
    if (sends) {
      const max = await ask(sends)
      this.#allowed.set(userId, { start: sends.start, max, isFull: max < sends.count })
    }
    return act()
  }

  /** The count with one more, if that has to be compared. */
  #toCompare(userId: string): FrameCount | null {
    const sends = this.#next(userId)
    if (sends.count <= freeSends || sends.count > maxSends) return null
    const allowed = this.#allowedIn(userId, sends)
    return allowed && (allowed.isFull || sends.count <= allowed.max) ? null : sends
  }

  #next(userId: string): FrameCount {
    return countFrame(this.#counts.get(userId), Date.now(), sendWindow)
  }

  #allowedIn(userId: string, { start }: FrameCount) {
    const allowed = this.#allowed.get(userId)
    return allowed?.start === start ? allowed : undefined
  }
}
