import { DurableObject } from 'cloudflare:workers'
import {
  maxSockets,
  type Presence as PresenceState,
  ping,
  pong,
  sessionEndedCode,
  tooManySocketsCode,
} from '../../domain/presence/contract.ts'
import type { Env } from '../../worker/env.ts'
import { readClockOffset } from '../../worker/platform/clock.ts'
import {
  countFrame,
  type FrameCount,
  isLive,
  maxFrames,
  policyViolationCode,
  readClientFrame,
  type ServerFrame,
  sessionHeader,
} from './protocol.ts'

/** Open sockets, and those that we closed while their client has not confirmed it. A client that never confirms must not add up. */
const maxConnections = 2 * maxSockets

/** What a socket keeps through hibernation. `connectedAt` is in the machine's time, like the time of the last ping. */
type Attachment = { connectedAt: number; sessionId: string | null; frames?: FrameCount; isForgotten?: true }

/** One person's presence: their open sockets, and since when they are online or offline. */
export class Presence extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
  }

  /** Opens a socket. The Worker has already checked that the person themselves connects. */
  override async fetch(request: Request): Promise<Response> {
    if (this.ctx.getWebSockets().length >= maxConnections) return new Response(null, { status: 429 })
    const { 0: client, 1: server } = new WebSocketPair()
    const now = Date.now()
    const hasRoom = this.#makeRoom(now)
    const wasOnline = this.#liveSockets(now).length > 0
    this.ctx.acceptWebSocket(server)
    server.serializeAttachment({ connectedAt: now, sessionId: request.headers.get(sessionHeader) } satisfies Attachment)
    if (!hasRoom) {
      // The browser learns the reason only from the close code of an open socket.
      server.close(tooManySocketsCode, 'too many sockets')
      return new Response(null, { status: 101, webSocket: client })
    }
    if (!wasOnline) await this.ctx.storage.put('since', await this.#toProductTime(now))
    this.#send(server, { type: 'presence', presence: await this.status() })
    return new Response(null, { status: 101, webSocket: client })
  }

  async status(): Promise<PresenceState> {
    const online = this.#liveSockets(Date.now()).length > 0
    const since = await this.#storedSince()
    // Silent sockets count as closed since their last ping.
    const lastPings = online ? [] : this.ctx.getWebSockets().map((socket) => this.#lastHeard(socket))
    return { online, since: lastPings.length > 0 ? Math.max(since ?? 0, await this.#toProductTime(Math.max(...lastPings))) : since }
  }

  /**
   * Closes the sockets of ended sessions: of one session (`only`), or of all but one (`except`). The tabs then show that
   * they are signed out. With `isKnown` the tabs already know it, because the person signed out in their browser, so their
   * sockets close normally.
   */
  endSessions({ only, except, isKnown = false }: { only?: string; except?: string; isKnown?: boolean }): void {
    for (const socket of this.ctx.getWebSockets()) {
      const { sessionId } = socket.deserializeAttachment() as Attachment
      if (only === undefined ? sessionId !== except : sessionId === only) socket.close(isKnown ? 1000 : sessionEndedCode, 'signed out')
    }
  }

  /** Deletes everything after the account was deleted. The browser with the session `except` knows it already. */
  async forget({ except }: { except?: string } = {}): Promise<void> {
    await this.ctx.storage.deleteAll()
    for (const socket of this.ctx.getWebSockets()) {
      // The browser confirms the close later. That must not store a time again.
      socket.serializeAttachment({ ...(socket.deserializeAttachment() as Attachment), isForgotten: true } satisfies Attachment)
    }
    this.endSessions(except === undefined ? {} : { except })
    if (except !== undefined) this.endSessions({ only: except, isKnown: true })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // Frames that were sent before we closed the socket can still arrive.
    if (socket.readyState !== WebSocket.OPEN) return
    const now = Date.now()
    const attachment = socket.deserializeAttachment() as Attachment
    const frames = countFrame(attachment.frames, now)
    if (frames.count > maxFrames) return socket.close(policyViolationCode, 'too many frames')
    socket.serializeAttachment({ ...attachment, frames } satisfies Attachment)
    const result = readClientFrame(message)
    if (result.ok) this.#send(socket, { type: 'presence', presence: await this.#statusFor(socket, now) })
    else if (result.closeCode !== undefined) socket.close(result.closeCode, result.reason)
    else this.#send(socket, { type: 'refused', reason: result.reason })
  }

  /** The status for one of the person's own sockets. If that socket is live, the others need not be looked at. */
  async #statusFor(socket: WebSocket, now: number): Promise<PresenceState> {
    return isLive({ open: true, lastHeard: this.#lastHeard(socket) }, now)
      ? { online: true, since: await this.#storedSince() }
      : this.status()
  }

  /** Makes room for one more socket. If all places are taken, closes the socket that has been silent the longest. */
  #makeRoom(now: number): boolean {
    const open = this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
    if (open.length < maxSockets) return true
    const [oldest] = open
      .map((socket) => ({ socket, lastHeard: this.#lastHeard(socket) }))
      .filter(({ lastHeard }) => !isLive({ open: true, lastHeard }, now))
      .sort((a, b) => a.lastHeard - b.lastHeard)
    oldest?.socket.close(tooManySocketsCode, 'too many sockets')
    return oldest !== undefined
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
    if ((closed.deserializeAttachment() as Attachment).isForgotten) return
    const now = Date.now()
    // A closing socket is still in the list, so we skip it.
    if (this.#liveSockets(now).some((socket) => socket !== closed)) return
    const lastHeard = this.#lastHeard(closed)
    const wasLive = isLive({ open: true, lastHeard }, now)
    const since = await this.#toProductTime(wasLive ? now : lastHeard)
    await this.ctx.storage.put('since', wasLive ? since : Math.max(since, (await this.#storedSince()) ?? 0))
  }

  /** Converts the machine's time to the product's time, which can be ahead of it in local development. */
  async #toProductTime(time: number): Promise<number> {
    return time + (await readClockOffset(this.env))
  }

  #liveSockets(now: number): WebSocket[] {
    return this.ctx
      .getWebSockets()
      .filter((socket) => isLive({ open: socket.readyState === WebSocket.OPEN, lastHeard: this.#lastHeard(socket) }, now))
  }

  #lastHeard(socket: WebSocket): number {
    const { connectedAt } = socket.deserializeAttachment() as Attachment
    return this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? connectedAt
  }

  async #storedSince(): Promise<number | null> {
    return (await this.ctx.storage.get<number>('since')) ?? null
  }

  #send(socket: WebSocket, frame: ServerFrame) {
    socket.send(JSON.stringify(frame))
  }
}
