import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionEndedCode, tooManySocketsCode } from '../../domain/presence/contract.ts'
import { connectPresence } from '../../web/presence/socket.ts'

/** A socket that the test opens and closes, like a server or a network would do. */
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
let tab: EventTarget
const comeOnline = () => page.dispatchEvent(new Event('online'))

/** Sets who is signed in. The code asks for this after a refused handshake. */
const answerSession = (viewer: { id: string } | null) => vi.stubGlobal('fetch', async () => Response.json({ viewer }))

beforeEach(() => {
  vi.useFakeTimers()
  TestSocket.all = []
  reload.mockClear()
  page = new EventTarget()
  vi.stubGlobal('WebSocket', TestSocket)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', tab)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { origin: 'https://gather.test', reload })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a socket that is one too many', () => {
  it('is not opened again until the user comes back to the tab', async () => {
    answerSession({ id: 'me' })
    connectPresence()
    sockets()[0]?.open()
    sockets()[0]?.lose(tooManySocketsCode)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sockets()).toHaveLength(1)
    tab.dispatchEvent(new Event('visibilitychange'))
    expect(sockets()).toHaveLength(2)
    sockets()[1]?.open()
    await vi.advanceTimersByTimeAsync(7000)
    expect(sockets(), 'the second stays').toHaveLength(2)
  })
})

describe('a lost socket', () => {
  it('reconnects after a deploy closed it', async () => {
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

  it('reconnects at once and only once when the network is back', async () => {
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

  it('is given up when the user is no longer signed in, and the page reloads', async () => {
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

  it('reconnects when it was refused although the user is signed in', async () => {
    answerSession({ id: 'person-a' })
    connectPresence()
    sockets()[0]?.lose(refused)
    await vi.advanceTimersByTimeAsync(6000)
    expect(sockets()).toHaveLength(2)
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page when the session was ended elsewhere', () => {
    connectPresence()
    sockets()[0]?.open()
    sockets()[0]?.lose(sessionEndedCode)
    expect(reload).toHaveBeenCalledOnce()
  })
})
