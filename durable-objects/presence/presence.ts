import { DurableObject } from 'cloudflare:workers'
import { type Presence as PresenceState, ping, pong, sessionEnded } from '../../domain/presence/contract.ts'
import type { Env } from '../../worker/env.ts'
import { readClockOffset } from '../../worker/platform/clock.ts'
import { isLive, readClientFrame, type ServerFrame, sessionHeader } from './protocol.ts'

/** What a socket carries through hibernation. When it connected is in the machine's time, as is when it was heard of. */
type Attachment = { connectedAt: number; sessionId: string | null; isForgotten?: true }

/** One person's presence: their open sockets, and since when they are online or gone. */
export class Presence extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
  }

  /** The Worker has made sure that it is the person who connects. */
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
    // Silent sockets are gone, though nobody said so: since they were heard of last.
    const silent = online ? [] : this.ctx.getWebSockets().map((socket) => this.#lastHeard(socket))
    return { online, since: silent.length > 0 ? Math.max(since ?? 0, await this.#toProductTime(Math.max(...silent))) : since }
  }

  /**
   * Closes the sockets of sessions that ended: of one, or of all but one. Their tabs see to the rest, unless they were
   * told already: those of the browser that did it.
   */
  endSessions({ only, except, isTold = false }: { only?: string; except?: string; isTold?: boolean }): void {
    for (const socket of this.ctx.getWebSockets()) {
      const { sessionId } = socket.deserializeAttachment() as Attachment
      if (only === undefined ? sessionId !== except : sessionId === only) socket.close(isTold ? 1000 : sessionEnded, 'signed out')
    }
  }

  /** The person is gone for good: nothing of them stays here. The tab they did it in, where it is named, knows already. */
  async forget({ except }: { except?: string } = {}): Promise<void> {
    await this.ctx.storage.deleteAll()
    for (const socket of this.ctx.getWebSockets()) {
      // The browser's half of the closing comes later, and must not write down again when that was.
      socket.serializeAttachment({ ...(socket.deserializeAttachment() as Attachment), isForgotten: true } satisfies Attachment)
    }
    this.endSessions(except === undefined ? {} : { except })
    if (except !== undefined) this.endSessions({ only: except, isTold: true })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const read = readClientFrame(message)
    if (read.ok) this.#send(socket, { type: 'presence', presence: await this.status() })
    else this.#send(socket, { type: 'refused', reason: read.reason })
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    // Closing has two sides: without ours the browser's socket stays half closed.
    if (socket.readyState === WebSocket.CLOSING) socket.close(1000)
    await this.#left(socket)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#left(socket)
  }

  /** The last socket to go takes the person offline, at the moment they were heard of last if it had gone silent. */
  async #left(gone: WebSocket) {
    if ((gone.deserializeAttachment() as Attachment).isForgotten) return
    const now = Date.now()
    // A closing one is still listed, so it is left out by name.
    if (this.#liveSockets(now).some((socket) => socket !== gone)) return
    const lastHeard = this.#lastHeard(gone)
    const isHeard = isLive({ open: true, lastHeard }, now)
    const since = await this.#toProductTime(isHeard ? now : lastHeard)
    await this.ctx.storage.put('since', isHeard ? since : Math.max(since, (await this.#storedSince()) ?? 0))
  }

  /** Sockets are heard of in the machine's time; what others are told is in the product's, which may be ahead of it locally. */
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
