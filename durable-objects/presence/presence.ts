import { DurableObject } from 'cloudflare:workers'
import { type Presence as PresenceState, ping, pong } from '../../domain/presence/contract.ts'
import { isLive, readClientFrame, type ServerFrame } from './protocol.ts'

/** What a socket carries through hibernation. */
type Attachment = { connectedAt: number }

/** One person's presence: their open sockets, and since when they are online or gone. */
export class Presence extends DurableObject {
  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env)
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
  }

  /** The Worker has made sure that it is the person who connects. */
  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    const now = Date.now()
    const wasOnline = this.#liveSockets(now).length > 0
    this.ctx.acceptWebSocket(server)
    server.serializeAttachment({ connectedAt: now } satisfies Attachment)
    if (!wasOnline) await this.ctx.storage.put('since', now)
    this.#send(server, { type: 'presence', presence: await this.status() })
    return new Response(null, { status: 101, webSocket: client })
  }

  async status(): Promise<PresenceState> {
    const online = this.#liveSockets(Date.now()).length > 0
    return { online, since: (await this.ctx.storage.get<number>('since')) ?? null }
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const read = readClientFrame(message)
    if (read.ok) this.#send(socket, { type: 'presence', presence: await this.status() })
    else this.#send(socket, { type: 'refused', reason: read.reason })
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.#left(socket)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#left(socket)
  }

  /** The last socket to go takes the person offline. A closing one is still listed, so it is left out by name. */
  async #left(gone: WebSocket) {
    const now = Date.now()
    if (this.#liveSockets(now).some((socket) => socket !== gone)) return
    await this.ctx.storage.put('since', now)
  }

  #liveSockets(now: number): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => {
      const { connectedAt } = socket.deserializeAttachment() as Attachment
      const lastHeard = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? connectedAt
      return isLive({ open: socket.readyState === WebSocket.OPEN, lastHeard }, now)
    })
  }

  #send(socket: WebSocket, frame: ServerFrame) {
    socket.send(JSON.stringify(frame))
  }
}
