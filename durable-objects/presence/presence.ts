import { DurableObject } from 'cloudflare:workers'
import { type Presence as PresenceState, ping, pong, sessionEndedCode } from '../../domain/presence/contract.ts'
import type { Env } from '../../worker/env.ts'
import { readClockOffset } from '../../worker/platform/clock.ts'
import { isLive, readClientFrame, type ServerFrame, sessionHeader } from './protocol.ts'

/** What a socket keeps through hibernation. `connectedAt` is in the machine's time, like the time of the last ping. */
type Attachment = { connectedAt: number; sessionId: string | null; isForgotten?: true }

/** One person's presence: their open sockets, and since when they are online or offline. */
export class Presence extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
  }

  /** Opens a socket. The Worker has already checked that the person themselves connects. */
  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    const now = Date.now()
    const wasOnline = this.#liveSockets(now).length > 0
    this.ctx.acceptWebSocket(server)
    server.serializeAttachment({ connectedAt: now, sessionId: request.headers.get(sessionHeader) } satisfies Attachment)
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
    const result = readClientFrame(message)
    if (result.ok) this.#send(socket, { type: 'presence', presence: await this.status() })
    else this.#send(socket, { type: 'refused', reason: result.reason })
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
