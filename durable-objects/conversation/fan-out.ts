import type { Message } from '../../domain/messages/contract.ts'
import type { ServerFrame } from '../../domain/messages/frames.ts'
import { listMentioned } from '../../domain/messages/mentions.ts'
import type { HiddenPeople } from './hidden-people.ts'
import { seeWords } from './see-words.ts'

/**
 * While messages follow each other faster than this, they are sent together. With many sockets, sending each message alone takes most of
 * the time of the object.
 */
const shortestPause = 5

type Waiting = { message: Message; json: string }

/** Sends frames to all sockets. New messages go at once when it is quiet, and together when there are many. */
export class FanOut {
  readonly #state: Pick<DurableObjectState, 'getWebSockets' | 'getTags'>
  readonly #hidden: HiddenPeople
  #waiting: Waiting[] = []
  #isPausing = false

  constructor(state: Pick<DurableObjectState, 'getWebSockets' | 'getTags'>, hidden: HiddenPeople) {
    this.#state = state
    this.#hidden = hidden
  }

  push(message: Message): void {
    this.#waiting.push({ message, json: JSON.stringify(message) })
    if (this.#isPausing) return
    this.#flush()
    this.#isPausing = true
    setTimeout(() => this.#endPause(), shortestPause)
  }

  /** Sends what one person did to everyone who sees this person. */
  send(frame: ServerFrame, authorId: string, { exceptAuthor = false }: { exceptAuthor?: boolean } = {}): void {
    // A change of a message must not overtake the message.
    if (this.#waiting.length > 0) this.#flush()
    const text = JSON.stringify(frame)
    const own = new Set(exceptAuthor ? this.#state.getWebSockets(authorId) : [])
    const isHidden = this.#hidden.isHiddenFromSomebody(authorId)
    for (const socket of this.#listOpen()) if (!own.has(socket) && !(isHidden && this.#hiddenFrom(socket).has(authorId))) socket.send(text)
  }

  /** Sends each person their own text, or nothing. */
  sendEach(write: (viewerId: string) => string | null): void {
    if (this.#waiting.length > 0) this.#flush()
    for (const socket of this.#listOpen()) {
      const text = write(this.#viewerOf(socket))
      if (text !== null) socket.send(text)
    }
  }

  #endPause() {
    this.#isPausing = false
    if (this.#waiting.length === 0) return
    this.#flush()
    this.#isPausing = true
    setTimeout(() => this.#endPause(), shortestPause)
  }

  #flush() {
    const messages = this.#waiting
    this.#waiting = []
    const after = (messages[0]?.message.seq ?? 0) - 1
    const frame = toFrame(messages, after)
    const isAnyHidden = messages.some(({ message: { authorId, text } }) =>
      [authorId, ...listMentioned(text ?? '')].some((id) => this.#hidden.isHiddenFromSomebody(id)),
    )
    for (const socket of this.#listOpen()) {
      if (!isAnyHidden) {
        socket.send(frame)
        continue
      }
      const viewerId = this.#viewerOf(socket)
      const hidden = this.#hidden.of(viewerId)
      const seen = messages.filter(({ message }) => !hidden.has(message.authorId)).map((waiting) => see(waiting, viewerId, hidden))
      if (seen.length > 0) socket.send(toFrame(seen, after))
    }
  }

  /** A client whose socket is closing asks for what it missed when it connects again. */
  *#listOpen() {
    for (const socket of this.#state.getWebSockets()) if (socket.readyState === WebSocket.OPEN) yield socket
  }

  #hiddenFrom(socket: WebSocket): ReadonlySet<string> {
    return this.#hidden.of(this.#viewerOf(socket))
  }

  #viewerOf(socket: WebSocket): string {
    return this.#state.getTags(socket)[0] ?? ''
  }
}

const see = (waiting: Waiting, viewerId: string, hidden: ReadonlySet<string>): Waiting => {
  const message = seeWords(waiting.message, viewerId, hidden)
  return message === waiting.message ? waiting : { message, json: JSON.stringify(message) }
}

const toFrame = (messages: readonly Waiting[], after: number) =>
  `{"type":"messages","after":${after},"messages":[${messages.map(({ json }) => json).join(',')}]}`
