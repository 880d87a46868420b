import type { Env } from '../../worker/env.ts'

/** One session has at most so many conversations open. With one more, the oldest is closed. */
const maxOpenConversations = 50
const prefix = 'conversations:'

export type OpenedConversation = { userId: string; sessionId: string; conversationId: string; checkedAt: number }
type Stored = { userId: string; conversationIds: string[] }

/** The conversations that each session of a person has opened, so that their sockets close when the session ends. */
export class OpenConversations {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  #endedAt = 0

  constructor(storage: DurableObjectStorage, env: Env) {
    this.#storage = storage
    this.#env = env
  }

  async add({ userId, sessionId, conversationId, checkedAt }: OpenedConversation): Promise<boolean> {
    if (this.#endedAt >= checkedAt) return false
    const key = prefix + sessionId
    const conversationIds = (await this.#storage.get<Stored>(key))?.conversationIds ?? []
    if (conversationIds.includes(conversationId)) return true
    const [oldest, ...rest] = conversationIds
    const isFull = oldest !== undefined && conversationIds.length >= maxOpenConversations
    await this.#storage.put<Stored>(key, { userId, conversationIds: [...(isFull ? rest : conversationIds), conversationId] })
    if (isFull) await this.#close(userId, sessionId, oldest)
    return true
  }

  async end(isEnded: (sessionId: string) => boolean): Promise<void> {
    this.#endedAt = Date.now()
    const stored = await this.#storage.list<Stored>({ prefix })
    const ended = [...stored].filter(([key]) => isEnded(key.slice(prefix.length)))
    await Promise.all(
      ended.map(async ([key, { userId, conversationIds }]) => {
        await Promise.all(conversationIds.map((id) => this.#close(userId, key.slice(prefix.length), id)))
        await this.#storage.delete(key)
      }),
    )
  }

  async setSharesOnline(userId: string, sharesOnline: boolean): Promise<void> {
    const stored = await this.#storage.list<Stored>({ prefix })
    const ids = new Set([...stored.values()].flatMap(({ conversationIds }) => conversationIds))
    await Promise.all([...ids].map((id) => this.#env.CONVERSATION.getByName(id).setSharesOnline(userId, sharesOnline)))
  }

  async #close(userId: string, sessionId: string, conversationId: string): Promise<void> {
    await this.#env.CONVERSATION.getByName(conversationId).endSession(userId, sessionId)
  }
}
