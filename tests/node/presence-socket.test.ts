import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionEnded } from '../../domain/presence/contract.ts'
import { connectPresence } from '../../web/presence/socket.ts'

/** A socket that the test opens and closes, as a server or a network would do it. */
class TestSocket extends EventTarget {
  static all: TestSocket[] = []
  static readonly OPEN = 1
  readyState = 0
  constructor() {
    super()
    TestSocket.all.push(this)
  }
  send() {}
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = TestSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  lose(code: number) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const deployed = 1012
const refused = 1006
const sockets = () => TestSocket.all
const reload = vi.fn()
let page: EventTarget
const comeOnline = () => page.dispatchEvent(new Event('online'))

/** Who the server says is signed in, when it is asked why a handshake was refused. */
const answerSession = (viewer: { id: string } | null) => vi.stubGlobal('fetch', async () => Response.json({ viewer }))

beforeEach(() => {
  vi.useFakeTimers()
  TestSocket.all = []
  reload.mockClear()
  page = new EventTarget()
  vi.stubGlobal('WebSocket', TestSocket)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { origin: 'https://gather.test', reload })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a lost socket', () => {
  it('comes back by itself after a deploy closed it', async () => {
    connectPresence()
    sockets()[0]?.open()
    sockets()[0]?.lose(deployed)
    await vi.advanceTimersByTimeAsync(400)
    expect(sockets(), 'it waits').toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6000)
    expect(sockets()).toHaveLength(2)
    sockets()[1]?.open()
    await vi.advanceTimersByTimeAsync(7000)
    expect(sockets(), 'the second stays').toHaveLength(2)
  })

  it('does not wait for its turn when the network is back, and comes back once', async () => {
    connectPresence()
    sockets()[0]?.open()
    sockets()[0]?.lose(deployed)
    await vi.advanceTimersByTimeAsync(400)
    expect(sockets(), 'it waits').toHaveLength(1)
    comeOnline()
    expect(sockets()).toHaveLength(2)
    sockets()[1]?.open()
    await vi.advanceTimersByTimeAsync(7000)
    expect(sockets()).toHaveLength(2)
  })

  it('is let go when its person is not signed in any more, who sees the page anew', async () => {
    answerSession(null)
    connectPresence()
    sockets()[0]?.open()
    sockets()[0]?.lose(deployed)
    comeOnline()
    sockets()[1]?.lose(refused)
    await vi.advanceTimersByTimeAsync(60_000)
    comeOnline()
    expect(sockets()).toHaveLength(2)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is tried again when it was refused though its person is signed in', async () => {
    answerSession({ id: 'person-a' })
    connectPresence()
    sockets()[0]?.lose(refused)
    await vi.advanceTimersByTimeAsync(6000)
    expect(sockets()).toHaveLength(2)
    expect(reload).not.toHaveBeenCalled()
  })

  it('whose session was ended elsewhere shows the page anew', () => {
    connectPresence()
    sockets()[0]?.open()
    sockets()[0]?.lose(sessionEnded)
    expect(reload).toHaveBeenCalledOnce()
  })
})
