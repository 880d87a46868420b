import { maxSockets, tooManySocketsCode } from '../../domain/presence/contract.ts'
import { attachmentOf } from './attachment.ts'
import { isLive } from './protocol.ts'

/** The open sockets of one person, and when each was heard last. */
export class Sockets {
  readonly #state: DurableObjectState
  constructor(state: DurableObjectState) {
    this.#state = state
  }

  listOpen(): WebSocket[] {
    return this.#state.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
  }

  listLive(now: number): WebSocket[] {
    return this.listOpen().filter((socket) => this.isHeard(socket, now))
  }

  isHeard(socket: WebSocket, now: number): boolean {
    return isLive({ open: true, lastHeard: this.lastHeard(socket) }, now)
  }

  lastHeard(socket: WebSocket): number {
    return this.#state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? attachmentOf(socket).connectedAt
  }

  /**
   * Makes room for one more socket. If all places are taken, closes the socket that has been silent the longest, or the oldest one: the
   * newest tab is the one that its person looks at.
   */
  makeRoom(now: number): void {
    const open = this.listOpen()
    if (open.length < maxSockets) return
    const rank = (socket: WebSocket) => (this.isHeard(socket, now) ? now + attachmentOf(socket).connectedAt : this.lastHeard(socket))
    const [oldest] = open.sort((one, other) => rank(one) - rank(other))
    oldest?.close(tooManySocketsCode, 'too many sockets')
  }
}
