import type { Env } from '../../worker/env.ts'
import { maxSends, sendWindow } from '../conversation/protocol.ts'
import type { FrameCount } from '../frames.ts'

/** `isAlone`: the conversation may count by itself up to the limit, so this is what it had when it asked. */
type Sends = FrameCount & { isAlone: boolean }

/** How many messages a person sent lately, in each conversation in which they sent more than a few. After a restart they count from zero. */
export class SendCounts {
  readonly #env: Env
  readonly #byConversation = new Map<string, Sends>()

  constructor(env: Env) {
    this.#env = env
  }

  /** Returns up to which count the person may send in this conversation, before it asks again. It is lower than theirs if they must wait. */
  async take(userId: string, conversationId: string, sends: FrameCount): Promise<number> {
    const now = Date.now()
    for (const [id, { start }] of this.#byConversation) if (now - start >= sendWindow) this.#byConversation.delete(id)
    const others = [...this.#byConversation.keys()].filter((id) => id !== conversationId)
    this.#byConversation.set(conversationId, { ...sends, isAlone: others.length === 0 })
    if (others.length === 0) return maxSends
    await Promise.all(others.map((id) => this.#ask(userId, id)))
    const sum = [...this.#byConversation.values()].reduce((total, { count }) => total + count, 0)
    return sum > maxSends ? sends.count - 1 : sends.count
  }

  /** A conversation that counted by itself says how many there are by now. From now on it asks. */
  async #ask(userId: string, conversationId: string): Promise<void> {
    if (!this.#byConversation.get(conversationId)?.isAlone) return
    const sends = await this.#env.CONVERSATION.getByName(conversationId).shareSends(userId)
    if (sends) this.#byConversation.set(conversationId, { ...sends, isAlone: false })
    else this.#byConversation.delete(conversationId)
  }
}
