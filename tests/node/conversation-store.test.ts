import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '../../domain/messages/contract.ts'
import { readmitCode, removedCode, type ServerFrame } from '../../domain/messages/frames.ts'
import { tooManySocketsCode } from '../../domain/presence/contract.ts'
import { createConversation } from '../../web/messages/conversation-store.ts'
import type { SavedConversation } from '../../web/messages/conversation-types.ts'

/** A socket that the test opens and closes, like a server or a network would do. */
class TestSocket extends EventTarget {
  static all: TestSocket[] = []
  static readonly OPEN = 1
  readyState = 0
  readonly url: string
  readonly sent: unknown[] = []
  constructor(url: string) {
    super()
    this.url = url
    TestSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(text === 'ping' ? text : JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = TestSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  say(frame: ServerFrame | { type: 'unknown' }) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
  lose(code: number) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const me = { id: 'me', name: 'Me', pictureUrl: null }
const dana = { id: 'dana', name: 'Dana', pictureUrl: null }
const aMessage = (seq: number, more: Partial<Message> = {}): Message => ({
  ...{ seq, clientId: `client-${seq}`, authorId: 'dana', sentAt: seq, text: `text ${seq}`, replyTo: null, editedAt: null, reactions: [] },
  ...more,
})
const welcome = (messages: Message[], more: Partial<ServerFrame & { type: 'welcome' }> = {}): ServerFrame => ({
  ...{ type: 'welcome', messages, lastSeq: messages.at(-1)?.seq ?? 0, lastChange: 0, hasOlder: false },
  ...{ changed: [], hasGap: true, marks: [], pins: [] },
  ...more,
})

let page: EventTarget
let saved: SavedConversation | null
let isAllowed: boolean
const socket = () => TestSocket.all.at(-1) as TestSocket
const settle = () => vi.advanceTimersByTimeAsync(0)

function open() {
  const refused: string[] = []
  const store = createConversation({
    conversationId: 'direct_x',
    viewer: me,
    readSeq: 0,
    saved,
    save: (conversation) => {
      saved = conversation
    },
    forget: () => {
      saved = null
    },
    loadOlder: async (before) => ({ messages: [aMessage(before - 1)], hasOlder: false, lastSeq: 9, lastChange: 0 }),
    loadFaces: async (ids) => [dana].filter(({ id }) => ids.includes(id)),
    isAllowed: async () => isAllowed,
    onChange: () => undefined,
    onRefused: (reason) => refused.push(reason),
  })
  store.start()
  return { store, refused, seqs: () => store.getState().messages.map(({ seq }) => seq) }
}

beforeEach(() => {
  vi.useFakeTimers()
  TestSocket.all = []
  saved = null
  isAllowed = true
  page = new EventTarget()
  vi.stubGlobal('WebSocket', TestSocket)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { origin: 'https://gather.test' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an open conversation', () => {
  it('asks for what it missed when it connects again, and at once when the network is back', async () => {
    const { store, seqs } = open()
    expect(socket().url).toBe('wss://gather.test/api/conversations/direct_x/socket')
    socket().open()
    socket().say(welcome([aMessage(1), aMessage(2)], { lastChange: 4 }))
    store.addSent(aMessage(9, { authorId: 'me' }))
    socket().lose(1006)
    await settle()
    expect(store.getState().connection).toBe('lost')
    page.dispatchEvent(new Event('online'))
    expect(socket().url).toContain('?after=2&changedAfter=4')
    socket().open()
    socket().say(
      welcome(
        [3, 9].map((seq) => aMessage(seq)),
        { hasGap: false },
      ),
    )
    expect([seqs(), store.getState().connection]).toEqual([[1, 2, 3, 9], 'open'])
    store.stop()
  })

  it('shows messages together with their authors, and what was saved at once', async () => {
    const first = open()
    socket().open()
    socket().say(welcome([aMessage(1), aMessage(2, { authorId: 'blocked' })]))
    expect(first.store.getState().isReady).toBe(false)
    await settle()
    expect(first.store.getState().isReady).toBe(true)
    expect(first.store.getState().faces.get('blocked')).toBeNull()
    first.store.stop()
    const second = open()
    expect([second.seqs(), second.store.getState().isReady]).toEqual([[1, 2], true])
    expect(socket().url).toContain('?after=2')
    second.store.stop()
  })

  it('asks for what it missed on an open socket, and for changes of an older page that was on its way', async () => {
    const { store, seqs } = open()
    socket().open()
    socket().say(welcome([aMessage(5)], { lastChange: 3, hasOlder: true }))
    socket().say({ type: 'messages', messages: [aMessage(8)], after: 7 })
    socket().say({ type: 'messages', messages: [aMessage(9)], after: 8 })
    expect(socket().sent).toEqual([{ type: 'sync', after: 5, changedAfter: 3 }])
    socket().say(
      welcome(
        [6, 7, 8, 9].map((seq) => aMessage(seq)),
        { hasGap: false, lastChange: 3 },
      ),
    )
    expect(seqs()).toEqual([5, 6, 7, 8, 9])
    await store.loadOlder()
    expect(socket().sent.at(-1)).toEqual({ type: 'sync', after: 9, changedAfter: 0 })
    store.stop()
  })

  it('waits until the viewer looks at it when too many tabs are open', async () => {
    const { store } = open()
    socket().open()
    socket().say(welcome([]))
    socket().lose(tooManySocketsCode)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(TestSocket.all).toHaveLength(1)
    page.dispatchEvent(new Event('online'))
    expect(TestSocket.all).toHaveLength(2)
    store.stop()
  })

  it('sends its read mark again if the server has lost it', async () => {
    const { store } = open()
    socket().open()
    socket().say(welcome([aMessage(1)]))
    store.read(1)
    socket().lose(1006)
    await settle()
    page.dispatchEvent(new Event('online'))
    socket().open()
    socket().say(welcome([], { hasGap: false, lastSeq: 1 }))
    expect(socket().sent).toEqual([{ type: 'read', seq: 1 }])
    store.stop()
  })

  it('sends edits and deletions again that the server has not confirmed', async () => {
    const { store, refused } = open()
    socket().open()
    socket().say(welcome([aMessage(1, { authorId: 'me' }), aMessage(2, { authorId: 'me' })]))
    socket().lose(1006)
    await settle()
    store.changeText(1, 'better')
    store.changeText(2, null)
    page.dispatchEvent(new Event('online'))
    socket().open()
    socket().say(welcome([], { hasGap: false }))
    expect(socket().sent).toEqual([
      { type: 'edit', seq: 1, text: 'better' },
      { type: 'delete', seq: 2 },
    ])
    socket().say({ type: 'changed', messages: [aMessage(1, { text: 'better' })], after: 0, lastChange: 1 })
    expect([...store.getState().pendingTexts.keys()]).toEqual([2])
    socket().say({ type: 'refused', code: 'MessageFixed', reason: 'This message cannot be changed.' })
    expect([store.getState().pendingTexts.size, refused]).toEqual([0, ['This message cannot be changed.']])
    store.stop()
  })

  it('sends each read mark once, and only higher ones', () => {
    const { store } = open()
    store.read(1)
    socket().open()
    socket().say(welcome([aMessage(1), aMessage(2)]))
    for (const seq of [2, 1, 2]) store.read(seq)
    expect(socket().sent).toEqual([{ type: 'read', seq: 2 }])
    store.stop()
  })

  it('is left when the server closes it, and deletes what was saved', async () => {
    const { store } = open()
    socket().open()
    socket().say(welcome([aMessage(1)]))
    expect(saved?.messages).toHaveLength(1)
    socket().lose(removedCode)
    await vi.advanceTimersByTimeAsync(600_000)
    expect([store.getState().connection, saved, TestSocket.all.length]).toEqual(['removed', null, 1])
  })

  it('is left when the handshake is refused because the viewer may not read here', async () => {
    const { store } = open()
    isAllowed = false
    socket().lose(1006)
    await vi.advanceTimersByTimeAsync(600_000)
    expect([store.getState().connection, TestSocket.all.length]).toEqual(['removed', 1])
  })

  it('loads everything again after a block was made or lifted', async () => {
    const { seqs, store } = open()
    socket().open()
    socket().say(welcome([aMessage(1), aMessage(2)]))
    await settle()
    socket().lose(readmitCode)
    expect([seqs(), saved]).toEqual([[], null])
    expect(socket().url).not.toContain('after')
    socket().open()
    socket().say(welcome([aMessage(2)]))
    expect(seqs()).toEqual([2])
    store.stop()
  })

  it('notices a dead connection soon after the device wakes up', async () => {
    const { store } = open()
    socket().open()
    socket().say(welcome([aMessage(1)]))
    page.dispatchEvent(new Event('online'))
    expect(socket().sent).toEqual(['ping'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(store.getState().connection).toBe('lost')
    store.stop()
  })

  it('ignores frames that it does not know, and loads older pages', async () => {
    const { store, seqs } = open()
    socket().open()
    socket().say(welcome([aMessage(5)], { hasOlder: true }))
    socket().say({ type: 'unknown' })
    await store.loadOlder()
    expect([seqs(), store.getState().hasOlder]).toEqual([[4, 5], false])
    store.stop()
  })
})
