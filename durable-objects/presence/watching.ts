import type { Presence } from '../../domain/presence/contract.ts'
import type { WatchedPerson } from '../../domain/presence/frames.ts'
import type { Env } from '../../worker/env.ts'
import { attach, attachmentOf, sendFrame } from './attachment.ts'

const prefix = 'watched:'

/** Somebody whom this person watches: in which tabs, and whether they share their presence with this person. */
type Watched = { socketIds: string[]; isShared: boolean }

/** Whom of these people somebody may see online, and who of them does not exist. */
export type OnlineJudgement = { shared: string[]; missing: string[] }
type Judge = (viewerId: string, userIds: readonly string[]) => Promise<OnlineJudgement>

/** Whom the tabs of one person watch. It is stored, because the object may be evicted while its sockets stay open. */
export class Watching {
  readonly #state: DurableObjectState
  readonly #env: Env
  readonly #judge: Judge

  constructor(state: DurableObjectState, env: Env, judge: Judge) {
    this.#state = state
    this.#env = env
    this.#judge = judge
  }

  /** Watches these people for a tab, and no others. People who cannot be watched are missing in the answer, so the tab asks for them. */
  async watch(socket: WebSocket, asked: readonly string[]): Promise<void> {
    const { id, userId: viewerId } = attachmentOf(socket)
    const userIds = new Set(asked.filter((userId) => userId !== viewerId))
    attach(socket, { isWatching: true })
    await this.#unwatch(viewerId, await this.#set(id, userIds))
    if (userIds.size === 0) return
    // Ids of nobody must not create objects.
    const { missing } = await this.#judge(viewerId, [...userIds])
    const existing = [...userIds].filter((userId) => !missing.includes(userId))
    const answers = await Promise.all(
      existing.map(async (userId) => ({ userId, ...(await this.#env.PRESENCE.getByName(userId).watch(viewerId)) })),
    )
    // Judged after they know who watches, so that a block made meanwhile is not missed.
    const { shared } = await this.#judge(viewerId, existing)
    const people = missing.map((userId): WatchedPerson => ({ userId, presence: null }))
    for (const { userId, isWatched, presence } of answers) {
      const isShared = shared.includes(userId)
      await this.#share(userId, isShared)
      if (isWatched) people.push({ userId, presence: isShared ? presence : null })
    }
    // The tab may have been closed meanwhile.
    if (socket.readyState === WebSocket.OPEN) sendFrame(socket, { type: 'watched', people })
    else await this.stop(socket)
  }

  /** The tab is closed. */
  async stop(socket: WebSocket): Promise<void> {
    const { id, userId, isWatching } = attachmentOf(socket)
    if (isWatching) await this.#unwatch(userId, await this.#set(id, new Set()))
  }

  /** A watched person came online, went offline or deleted their account. Returns false if nobody watches them here. */
  async hear(userId: string, presence: Presence | null): Promise<boolean> {
    const { sockets, isShared } = await this.#find(userId)
    if (isShared) for (const socket of sockets) sendFrame(socket, { type: 'watched', people: [{ userId, presence }] })
    return sockets.length > 0
  }

  /** The person's privacy or a block has changed. Returns false if nobody watches them here. */
  async judgeAgain(userId: string): Promise<boolean> {
    const { sockets } = await this.#find(userId)
    const [socket] = sockets
    if (!socket) return false
    const { shared } = await this.#judge(attachmentOf(socket).userId, [userId])
    const isShared = shared.includes(userId)
    await this.#share(userId, isShared)
    const presence = isShared ? await this.#env.PRESENCE.getByName(userId).status() : null
    for (const each of sockets) sendFrame(each, { type: 'watched', people: [{ userId, presence }] })
    return true
  }

  /** Watches nobody any longer. */
  async end(viewerId: string): Promise<void> {
    const stored = await this.#state.storage.list({ prefix })
    await this.#unwatch(viewerId, [...stored.keys()].map(toUserId))
  }

  /** Sets whom a tab watches. Returns who is not watched by any tab any longer. */
  async #set(socketId: string, userIds: ReadonlySet<string>): Promise<string[]> {
    const { storage } = this.#state
    const stored = await storage.list<Watched>({ prefix })
    for (const userId of userIds) {
      const { socketIds, isShared } = stored.get(prefix + userId) ?? { socketIds: [], isShared: false }
      if (!socketIds.includes(socketId)) await storage.put<Watched>(prefix + userId, { socketIds: [...socketIds, socketId], isShared })
    }
    const ended: string[] = []
    for (const [key, { socketIds, isShared }] of stored) {
      if (userIds.has(toUserId(key)) || !socketIds.includes(socketId)) continue
      const others = socketIds.filter((id) => id !== socketId)
      if (others.length > 0) await storage.put<Watched>(key, { socketIds: others, isShared })
      else {
        await storage.delete(key)
        ended.push(toUserId(key))
      }
    }
    return ended
  }

  /** Keeps whether a person shares their presence. Someone who is no longer watched stays forgotten. */
  async #share(userId: string, isShared: boolean): Promise<void> {
    const watched = await this.#state.storage.get<Watched>(prefix + userId)
    if (watched && watched.isShared !== isShared) await this.#state.storage.put<Watched>(prefix + userId, { ...watched, isShared })
  }

  async #find(userId: string): Promise<{ sockets: WebSocket[]; isShared: boolean }> {
    const { socketIds, isShared } = (await this.#state.storage.get<Watched>(prefix + userId)) ?? { socketIds: [], isShared: false }
    const isWatching = (socket: WebSocket) => socket.readyState === WebSocket.OPEN && socketIds.includes(attachmentOf(socket).id)
    return { sockets: socketIds.length === 0 ? [] : this.#state.getWebSockets().filter(isWatching), isShared }
  }

  async #unwatch(viewerId: string, userIds: readonly string[]): Promise<void> {
    await Promise.all(userIds.map((userId) => this.#env.PRESENCE.getByName(userId).unwatch(viewerId)))
  }
}

const toUserId = (key: string) => key.slice(prefix.length)
