import { DurableObject } from 'cloudflare:workers'
import { maxSockets, type Presence as PresenceState, ping, pong, sessionEndedCode, socketTimeout } from '../../domain/presence/contract.ts'
import { ClientFrame, type News } from '../../domain/presence/frames.ts'
import type { Env } from '../../worker/env.ts'
import { readClockOffset } from '../../worker/platform/clock.ts'
import { countFrame, type FrameCount, policyViolationCode, readFrame } from '../frames.ts'
import { type Attachment, attach, attachmentOf, sendFrame } from './attachment.ts'
import { OpenConversations, type OpenedConversation } from './open-conversations.ts'
import { frameWindow, maxFrameLength, maxFrames, offlineDelay, sessionHeader, userHeader } from './protocol.ts'
import { SendCounts } from './send-counts.ts'
import { ShownEvents } from './shown-events.ts'
import { Sockets } from './sockets.ts'
import { Watchers } from './watchers.ts'
import { type OnlineJudgement, Watching } from './watching.ts'

/** Open sockets, and those that we closed while their client has not confirmed it. A client that never confirms must not add up. */
const maxConnections = 2 * maxSockets

/** One person's presence: their open sockets, since when they are online or offline, and whom they watch. */
export abstract class PresenceObject extends DurableObject<Env> {
  readonly #conversations: OpenConversations
  readonly #sockets: Sockets
  readonly #sendCounts: SendCounts
  readonly #shownEvents: ShownEvents
  readonly #watchers: Watchers
  readonly #watching: Watching

  protected abstract judgeOnline(viewerId: string, userIds: readonly string[]): Promise<OnlineJudgement>

  protected abstract countUnread(userId: string, about: 'messages' | 'notices'): Promise<News>

  /** The register of people who are online. Whoever has news tells only those. */
  protected abstract saveOnline(userId: string, isOnline: boolean): Promise<void>
  protected abstract saveShown(userId: string, change: { shown?: string; hidden?: string }): Promise<void>

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
    this.#conversations = new OpenConversations(state.storage, env)
    this.#sendCounts = new SendCounts(env)
    this.#sockets = new Sockets(state)
    this.#shownEvents = new ShownEvents(this.#sockets, (userId, change) => this.saveShown(userId, change))
    this.#watchers = new Watchers(state.storage, env)
    this.#watching = new Watching(state, env, (viewerId, userIds) => this.judgeOnline(viewerId, userIds))
  }

  /** Opens a socket. The Worker has already checked that the person themselves connects. */
  override async fetch(request: Request): Promise<Response> {
    if (this.ctx.getWebSockets().length >= maxConnections) return new Response(null, { status: 429 })
    const { 0: client, 1: server } = new WebSocketPair()
    const now = Date.now()
    this.#sockets.makeRoom(now)
    const wasOnline = this.#sockets.listLive(now).length > 0
    this.ctx.acceptWebSocket(server)
    const userId = request.headers.get(userHeader) ?? ''
    server.serializeAttachment({
      ...{ id: crypto.randomUUID(), userId, connectedAt: now, sessionId: request.headers.get(sessionHeader) },
    } satisfies Attachment)
    if (!wasOnline) await this.#comeOnline(userId, now)
    sendFrame(server, { type: 'presence', presence: await this.status() })
    return new Response(null, { status: 101, webSocket: client })
  }

  async status(): Promise<PresenceState> {
    const online = this.#sockets.listLive(Date.now()).length > 0
    const since = await this.#storedSince()
    // Silent sockets count as closed since their last ping.
    const lastPings = online ? [] : this.ctx.getWebSockets().map((socket) => this.#sockets.lastHeard(socket))
    return { online, since: lastPings.length > 0 ? Math.max(since ?? 0, await this.#toProductTime(Math.max(...lastPings))) : since }
  }

  /** Returns false if a session ended after the Worker looked at it. */
  openConversation(opened: OpenedConversation): Promise<boolean> {
    return this.#conversations.add(opened)
  }

  /**
   * Closes the sockets of ended sessions: of one session (`only`), or of all but one (`except`). The tabs then show that
   * they are signed out. With `isKnown` the tabs already know it, because the person signed out in their browser, so their
   * sockets close normally.
   */
  async endSessions({ only, except, isKnown = false }: { only?: string; except?: string; isKnown?: boolean }): Promise<void> {
    const isEnded = (sessionId: string | null) => (only === undefined ? sessionId !== except : sessionId === only)
    for (const socket of this.ctx.getWebSockets()) {
      const { sessionId } = attachmentOf(socket)
      if (isEnded(sessionId)) socket.close(isKnown ? 1000 : sessionEndedCode, 'signed out')
    }
    await this.#conversations.end(isEnded)
  }

  /** Somebody watches this person from now on. `isWatched` is false if too many people do. */
  async watch(watcherId: string): Promise<{ isWatched: boolean; presence: PresenceState }> {
    const presence = await this.status()
    // The others are told by the alarm, if this has changed since they were.
    if (await this.#watchers.isEmpty()) await this.ctx.storage.put('toldOnline', presence.online)
    const isWatched = await this.#watchers.add(watcherId)
    if (isWatched) await this.#wakeWhenSilent()
    return { isWatched, presence }
  }

  async unwatch(watcherId: string): Promise<void> {
    await this.#watchers.remove(watcherId)
  }

  /** A person who is watched here came online or went offline. Returns false if nobody watches them any longer. */
  hear(userId: string, presence: PresenceState | null): Promise<boolean> {
    return this.#watching.hear(userId, presence)
  }

  /** This person's privacy, or a block, has changed: the objects of those who watch judge again whether they may. */
  async judgeWatchers(userId: string, only: readonly string[] | null): Promise<void> {
    await this.#watchers.tell((object) => object.judgeAgain(userId), only === null ? undefined : new Set(only))
  }

  /** Up to which count the person may send in this conversation, together with what they send in others. */
  takeSends(userId: string, conversationId: string, sends: FrameCount): Promise<number> {
    return this.#sendCounts.take(userId, conversationId, sends)
  }

  /** Whether others see the person in the conversations that they have open. */
  async tellConversations(userId: string, sharesOnline: boolean): Promise<void> {
    await this.#conversations.setSharesOnline(userId, sharesOnline)
  }

  /** Returns false if nobody watches the person here any longer. */
  judgeAgain(userId: string): Promise<boolean> {
    return this.#watching.judgeAgain(userId)
  }

  /** Tells the tabs that there is something new. Nobody is told again who has none. */
  async tell(news: News): Promise<void> {
    const live = this.#sockets.listLive(Date.now())
    for (const socket of live)
      if (news.about !== 'seats' || attachmentOf(socket).eventId === news.eventId) sendFrame(socket, { type: 'news', news })
    if (live.length === 0) await this.#goOffline()
  }

  /** The person has read something in one of their tabs. The others show the new number without asking. */
  async tellUnread(userId: string, about: 'messages' | 'notices'): Promise<void> {
    if (this.#sockets.listLive(Date.now()).length > 0) await this.tell(await this.countUnread(userId, about))
  }

  /** Looks whether this person is offline by now, or silent, and tells those who watch. */
  override async alarm(): Promise<void> {
    const presence = await this.status()
    if (!presence.online) await this.#goOffline()
    if (await this.#watchers.isEmpty()) return
    if (presence.online !== (await this.ctx.storage.get('toldOnline'))) await this.#tellWatchers(presence)
    await this.#wakeWhenSilent()
  }

  /** Deletes everything after the account was deleted. The browser with the session `except` knows it already. */
  async forget({ except }: { except?: string } = {}): Promise<void> {
    await this.#conversations.end(() => true)
    const userId = await this.ctx.storage.get<string>('userId')
    if (userId !== undefined) {
      await this.#watchers.tell((object) => object.hear(userId, null))
      await this.#watching.end(userId)
    }
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    for (const socket of this.ctx.getWebSockets()) {
      // The browser confirms the close later. That must not store a time again.
      attach(socket, { isForgotten: true })
    }
    await this.endSessions(except === undefined ? {} : { except })
    if (except !== undefined) await this.endSessions({ only: except, isKnown: true })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // Frames that were sent before we closed the socket can still arrive.
    if (socket.readyState !== WebSocket.OPEN) return
    const now = Date.now()
    const frames = countFrame(attachmentOf(socket).frames, now, frameWindow)
    if (frames.count > maxFrames) return socket.close(policyViolationCode, 'too many frames')
    attach(socket, { frames })
    const result = readFrame(message, ClientFrame, maxFrameLength)
    if (result.ok) await this.#handle(socket, result.frame, now)
    else if (result.closeCode !== undefined) socket.close(result.closeCode, result.reason)
    else sendFrame(socket, { type: 'refused', reason: result.reason })
  }

  async #handle(socket: WebSocket, frame: ClientFrame, now: number): Promise<void> {
    if (frame.type === 'watch') await this.#watching.watch(socket, frame.userIds)
    else if (frame.type === 'show') await this.#shownEvents.show(socket, frame.eventId)
    else sendFrame(socket, { type: 'presence', presence: await this.#statusFor(socket, now) })
  }

  async #comeOnline(userId: string, now: number): Promise<void> {
    const presence = { online: true, since: await this.#toProductTime(now) }
    await this.ctx.storage.put<unknown>({ since: presence.since, userId })
    this.ctx.waitUntil(this.saveOnline(userId, true))
    if (await this.#watchers.isEmpty()) return
    await this.#wakeWhenSilent()
    this.ctx.waitUntil(this.#tellWatchers(presence))
  }

  async #goOffline(): Promise<void> {
    const userId = await this.ctx.storage.get<string>('userId')
    if (userId !== undefined) await this.saveOnline(userId, false)
  }

  async #tellWatchers(presence: PresenceState): Promise<void> {
    const userId = await this.ctx.storage.get<string>('userId')
    if (userId === undefined) return
    await this.ctx.storage.put('toldOnline', presence.online)
    await this.#watchers.tell((object) => object.hear(userId, presence))
  }

  /**
   * A phone that loses its network sends no goodbye, and one that wakes up may go on with the same socket. While somebody watches, an alarm
   * looks each time when the last ping gets too old: one request and one row each 24 seconds, about 150 an hour for a person whom anybody
   * watches, however many do. Without a watcher there is no alarm.
   */
  async #wakeWhenSilent(): Promise<void> {
    const open = this.#sockets.listOpen()
    if (open.length === 0) return
    const lastHeard = Math.max(...open.map((socket) => this.#sockets.lastHeard(socket)))
    const now = Date.now()
    const isSilent = lastHeard + socketTimeout <= now
    await this.ctx.storage.setAlarm((isSilent ? now : lastHeard) + socketTimeout)
  }

  /** The status for one of the person's own sockets. If that socket is live, the others need not be looked at. */
  async #statusFor(socket: WebSocket, now: number): Promise<PresenceState> {
    return this.#sockets.isHeard(socket, now) ? { online: true, since: await this.#storedSince() } : this.status()
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    // Both sides must close a socket: without our close the browser's socket stays half closed.
    if (socket.readyState === WebSocket.CLOSING) socket.close(1000)
    await this.#handleClosed(socket)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#handleClosed(socket)
  }

  /** When the last socket closes, the person goes offline: now, or at the last ping if the socket had been silent. */
  async #handleClosed(closed: WebSocket) {
    if (attachmentOf(closed).isForgotten) return
    await this.#watching.stop(closed)
    await this.#shownEvents.show(closed, null)
    const now = Date.now()
    // A closing socket is still in the list, so we skip it.
    if (this.#sockets.listLive(now).some((socket) => socket !== closed)) return
    const wasLive = this.#sockets.isHeard(closed, now)
    const since = await this.#toProductTime(wasLive ? now : this.#sockets.lastHeard(closed))
    await this.ctx.storage.put('since', wasLive ? since : Math.max(since, (await this.#storedSince()) ?? 0))
    await this.ctx.storage.setAlarm(now + offlineDelay)
  }

  /** Converts the machine's time to the product's time, which can be ahead of it in local development. */
  async #toProductTime(time: number): Promise<number> {
    return time + (await readClockOffset(this.env))
  }

  async #storedSince(): Promise<number | null> {
    return (await this.ctx.storage.get<number>('since')) ?? null
  }
}
