import * as v from 'valibot'
import { vi } from 'vitest'
import {
  type Message,
  messagePageSize,
  NewMessage,
  type OpenConversation,
  PinMessage,
  type PinnedMessage,
} from '../../../domain/messages/contract.ts'
import type { MessageFile } from '../../../domain/messages/files.ts'
import { ClientFrame, type ServerFrame } from '../../../domain/messages/frames.ts'
import { withOwnChoices } from '../../../domain/messages/polls.ts'
import { ping, pong } from '../../../domain/presence/contract.ts'
import type { Face } from '../../../domain/profiles/contract.ts'
import { showNewPoll } from '../../../web/messages/pending-votes.ts'
import { answerWith, refuse } from './answers.ts'
import { someone } from './open-app.tsx'

/** A socket that ends in the test. */
class TestSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  readonly url: string
  readonly #server: ConversationServer
  constructor(url: string, server: ConversationServer) {
    super()
    this.url = url
    this.#server = server
    setTimeout(() => server.connect(this))
  }
  send(text: string) {
    if (text === ping) this.dispatchEvent(new MessageEvent('message', { data: pong }))
    else this.#server.receive(v.parse(v.pipe(v.string(), v.parseJson(), ClientFrame), text))
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = TestSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  say(frame: ServerFrame) {
    if (this.readyState === TestSocket.OPEN) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
  lose(code: number) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

type Settings = { conversation: OpenConversation; people?: Face[]; messages?: Message[] }

/** One conversation as the server keeps it. Replaces the sockets of the page and answers the requests about it. */
export class ConversationServer {
  conversation: OpenConversation
  messages: Message[]
  readonly frames: ClientFrame[] = []
  /** The files that the page has uploaded, by their id. */
  readonly files = new Map<string, MessageFile>()
  /** Until this is true, the page cannot reach the server. */
  isReachable = true
  /** The answer to messages, instead of storing them. */
  refusal: Response | null = null
  /** The reason why votes are refused. */
  voteRefusal: string | null = null
  #socket: TestSocket | null = null
  #lastChange = 0
  #pins: PinnedMessage[] = []

  constructor({ conversation, people = [], messages = [] }: Settings) {
    this.conversation = conversation
    this.messages = messages
    const server = this
    vi.stubGlobal(
      'WebSocket',
      class extends TestSocket {
        constructor(url: string) {
          super(url, server)
        }
      },
    )
    answerWith({
      'GET /api/conversations': () => ({ conversations: [this.conversation], next: null }),
      [`GET /api/conversations/${conversation.id}`]: () => this.conversation,
      [`GET /api/conversations/${conversation.id}/people`]: ({ query }) => ({
        people: people.filter(({ id }) => query.ids?.split(',').includes(id)),
      }),
      [`GET /api/conversations/${conversation.id}/messages`]: ({ query }) => this.#pageBefore(Number(query.before), query.from),
      [`POST /api/conversations/${conversation.id}/messages`]: ({ body }) => this.#store(v.parse(NewMessage, body)),
      [`PUT /api/conversations/${conversation.id}/messages/:seq/pinned`]: ({ path, body }) =>
        this.pin(Number(path.split('/').at(-2)), v.parse(PinMessage, body).isPinned),
      [`PUT /api/conversations/${conversation.id}/messages/:seq/poll`]: ({ path }) => this.#closePoll(Number(path.split('/').at(-2))),
      'GET /api/presence/:id': { online: true, since: null },
    })
  }

  connect(socket: TestSocket) {
    if (!this.isReachable) return socket.lose(1006)
    this.#socket = socket
    socket.open()
    const after = new URL(socket.url).searchParams.get('after')
    const messages = after === null ? this.messages.slice(-messagePageSize) : this.messages.filter(({ seq }) => seq > Number(after))
    socket.say({
      ...{ type: 'welcome', messages, lastSeq: this.messages.at(-1)?.seq ?? 0, lastChange: this.#lastChange },
      ...{ hasOlder: this.messages.length > messagePageSize, changed: [], hasGap: after === null, marks: [], pins: this.#pins },
    })
  }

  receive(frame: ClientFrame) {
    this.frames.push(frame)
    if (frame.type === 'vote' && this.voteRefusal !== null)
      return this.say({ type: 'refused', code: 'PollClosed', reason: this.voteRefusal })
    if (frame.type === 'remove-preview') return this.change(frame.seq, ({ preview: _, ...message }) => message)
    if (frame.type !== 'edit' && frame.type !== 'delete' && frame.type !== 'react' && frame.type !== 'vote') return
    const change = (message: Message): Message => {
      if (frame.type === 'react') return { ...message, reactions: frame.isOn ? [{ emoji: frame.emoji, count: 1, isMine: true }] : [] }
      if (frame.type === 'vote') return message.poll ? { ...message, poll: withOwnChoices(message.poll, frame.choices) } : message
      return { ...message, text: frame.type === 'edit' ? frame.text : null, editedAt: Date.now() }
    }
    this.change(frame.seq, change)
  }

  /** A message looks different now. */
  change(seq: number, change: (message: Message) => Message) {
    this.messages = this.messages.map((message) => (message.seq === seq ? change(message) : message))
    this.#lastChange += 1
    this.say({
      type: 'changed',
      messages: this.messages.filter((message) => message.seq === seq),
      after: this.#lastChange - 1,
      lastChange: this.#lastChange,
    })
  }

  say(frame: ServerFrame) {
    this.#socket?.say(frame)
  }

  /** Closes the socket from the server's side. */
  close(code: number) {
    this.#socket?.lose(code)
  }

  /** Somebody writes. */
  write(authorId: string, text: string, more: Partial<Message> = {}): Message {
    const message = makeMessage((this.messages.at(-1)?.seq ?? 0) + 1, { authorId, text, sentAt: Date.now(), ...more })
    this.messages = [...this.messages, message]
    this.say({ type: 'messages', messages: [message], after: message.seq - 1 })
    return message
  }

  /** Somebody pins a message, or unpins it. */
  pin(seq: number, isPinned: boolean) {
    const { authorId, text } = this.messages.find((message) => message.seq === seq) ?? {}
    const others = this.#pins.filter((pin) => pin.seq !== seq)
    this.#pins = isPinned && authorId && text ? [{ seq, authorId, text }, ...others] : others
    this.say({ type: 'pins', pins: this.#pins })
    return null
  }

  #closePoll(seq: number) {
    this.change(seq, ({ poll, ...message }) => (poll ? { ...message, poll: { ...poll, isClosed: true } } : message))
    return null
  }

  #pageBefore(before: number, from?: string) {
    const older = this.messages.filter(({ seq }) => seq < before)
    const size = messagePageSize + (from === undefined ? 0 : before - Number(from))
    return {
      messages: older.slice(-size),
      hasOlder: older.length > size,
      lastSeq: this.messages.at(-1)?.seq ?? 0,
      lastChange: 0,
    }
  }

  #store({ clientId, text, replyTo, files: sent, poll }: NewMessage) {
    if (!this.isReachable) return refuse('Unexpected', 'Something went wrong on our side.')
    const files = sent?.flatMap(({ id, description }) => {
      const file = this.files.get(id)
      return file ? { ...file, description } : []
    })
    return (
      this.refusal ??
      this.messages.find((message) => message.clientId === clientId) ??
      this.write(someone.id, text, { clientId, replyTo, ...(files && { files }), ...(poll && { poll: showNewPoll(poll) }) })
    )
  }
}

export const makeMessage = (seq: number, more: Partial<Message> = {}): Message => ({
  ...{ seq, clientId: `client-id-${seq}`, authorId: 'person-dana', sentAt: Date.now() - 600_000 + seq, text: `Message ${seq}` },
  ...{ replyTo: null, editedAt: null, reactions: [] },
  ...more,
})
