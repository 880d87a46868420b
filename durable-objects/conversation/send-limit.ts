import { countFrame, type FrameCount } from '../frames.ts'
import { maxSends, sendWindow } from './protocol.ts'

/** How many messages each person sent or changed lately, from all their devices. After a restart they count from zero. */
export class SendLimit {
  readonly #counts = new Map<string, FrameCount>()

  /** Counts one more, unless that is too many. */
  isReached(userId: string): boolean {
    const sends = countFrame(this.#counts.get(userId), Date.now(), sendWindow)
    if (sends.count > maxSends) return true
    this.#counts.set(userId, sends)
    return false
  }
}
