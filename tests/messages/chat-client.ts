import type { Viewer } from '../../domain/access/contract.ts'
import type { Message } from '../../domain/messages/contract.ts'
import { createConversation } from '../../web/messages/conversation-store.ts'
import type { SavedConversation } from '../../web/messages/conversation-types.ts'
import { createOutbox } from '../../web/messages/outbox.ts'
import { ask } from '../setup/client.ts'
import { readPage } from './people.ts'

/** Chance of each fault, from 0 to 1. */
const doubleSendChance = 0.2
const lostAnswerChance = 0.1
const lostFrameChance = 0.03

const clients: ChatClient[] = []

/** The socket of a browser. Its address says which of the clients opens it. */
export class NetworkSocket extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSING = 2
  readyState = 0
  #socket: WebSocket | null = null

  constructor(address: string) {
    super()
    const { pathname, search } = new URL(address)
    const [, index = '', rest = ''] = /^\/api\/conversations\/(\d+):(.+)$/.exec(pathname) ?? []
    const client = clients[Number(index)]
    if (!client) throw new Error(`Nobody opens ${address}`)
    client.sockets.add(this)
    void this.#open(client, `/api/conversations/${rest}${search}`)
  }
  send(text: string) {
    this.#socket?.send(text)
  }
  close() {
    if (this.readyState === 3) return
    this.readyState = 3
    this.#socket?.close(1000)
  }
  /** The network is gone: what was on its way is lost. */
  cut() {
    if (this.readyState === 3) return
    this.close()
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }))
  }

  async #open(client: ChatClient, path: string) {
    const { webSocket } = await ask(path, { viewer: client.viewer, headers: { upgrade: 'websocket' } })
    if (!webSocket) return this.cut()
    webSocket.addEventListener('message', ({ data }) => {
      if (this.readyState === 1 && !client.losesFrame(String(data))) this.dispatchEvent(new MessageEvent('message', { data }))
    })
    webSocket.addEventListener('close', ({ code }) => {
      if (this.readyState === 3) return
      this.readyState = 3
      this.dispatchEvent(Object.assign(new Event('close'), { code }))
    })
    webSocket.accept()
    this.#socket = webSocket
    if (this.readyState === 3) return webSocket.close(1000)
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
}

/** A person with one tab: the store and the outbox of the web app, whose network and tab can fail. */
export class ChatClient {
  readonly viewer: Viewer
  readonly sockets = new Set<NetworkSocket>()
  readonly written: string[] = []
  readonly #index: number
  readonly #conversationId: string
  readonly #random: () => number
  readonly #stored = new Map<string, string>()
  #saved: SavedConversation | null = null
  #page = new EventTarget()
  #tab: ReturnType<ChatClient['openTab']> | null = null
  doubleSends = 0
  lostFrames = 0

  constructor(viewer: Viewer, conversationId: string, random: () => number) {
    this.viewer = viewer
    this.#conversationId = conversationId
    this.#random = random
    this.#index = clients.push(this) - 1
    this.openTab()
  }

  openTab() {
    const face = { id: this.viewer.id, name: 'Somebody', pictureUrl: null }
    const store = createConversation({
      conversationId: `${this.#index}:${this.#conversationId}`,
      viewer: face,
      readSeq: 0,
      saved: this.#saved,
      save: (saved) => {
        if (this.#tab === tab) this.#saved = structuredClone(saved)
      },
      forget: () => undefined,
      loadOlder: (before) => readPage(this.viewer, this.#conversationId, `?before=${before}`),
      loadFaces: async (ids) => ids.map((id) => ({ ...face, id })),
      isAllowed: async () => true,
      onChange: () => undefined,
      onRefused: () => undefined,
    })
    const outbox = createOutbox({
      storage: {
        list: () => [...this.#stored.values()],
        save: (key, value) => Boolean(this.#stored.set(key, value)),
        remove: (key) => this.#stored.delete(key),
      },
      send: async ({ clientId, text, replyTo }) => {
        const message = await this.#post({ clientId, text, replyTo })
        // A tab that is killed while it sends never reads the answer.
        if (this.#tab !== tab) await new Promise(() => undefined)
        return message
      },
      onSent: (_unsent, message) => store.addSent(message),
      readRefusal: () => null,
      withLock: (use) => use(),
    })
    const tab = { store, outbox }
    this.#tab = tab
    this.#page = new EventTarget()
    // The socket of the tab listens to its own window.
    const shared = globalThis.addEventListener
    globalThis.addEventListener = this.#page.addEventListener.bind(this.#page) as typeof shared
    store.start()
    globalThis.addEventListener = shared
    void outbox.flush()
    return tab
  }

  get tab() {
    if (!this.#tab) throw new Error('The tab is not open')
    return this.#tab
  }

  write(text: string): void {
    const clientId = `${this.viewer.id}-message-${this.written.length}`
    this.written.push(clientId)
    this.tab.outbox.add({ clientId, conversationId: this.#conversationId, text, replyTo: null }, Date.now())
  }

  cutNetwork(): void {
    for (const socket of this.sockets) socket.cut()
    this.sockets.clear()
  }

  /** The tab is gone, with everything that it has not stored. A new one opens. */
  killTab(): void {
    const { store } = this.tab
    this.#tab = null
    store.stop()
    this.sockets.clear()
    this.openTab()
  }

  /** The person looks at their phone: the page connects, and tries to send again. */
  wake(): void {
    this.#page.dispatchEvent(new Event('online'))
    void this.tab.outbox.flush()
  }

  /** An object that stops can lose a frame of new messages that it was about to send. */
  losesFrame(text: string): boolean {
    const isLost = text.startsWith('{"type":"messages"') && this.#random() < lostFrameChance
    if (isLost) this.lostFrames += 1
    return isLost
  }

  get isDone(): boolean {
    return this.#stored.size === 0
  }

  get seqs(): number[] {
    return this.tab.store.getState().messages.map(({ seq }) => seq)
  }

  async #post(json: object): Promise<Message> {
    const send = () => ask(`/api/conversations/${this.#conversationId}/messages`, { method: 'POST', viewer: this.viewer, json })
    const isDouble = this.#random() < doubleSendChance
    if (isDouble) this.doubleSends += 1
    const [answer] = await Promise.all(isDouble ? [send(), send()] : [send()])
    if (answer?.status !== 201 || this.#random() < lostAnswerChance) throw new Error('The answer was lost')
    return answer.json()
  }
}
