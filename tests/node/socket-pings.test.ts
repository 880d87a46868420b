import { afterEach, expect, it, vi } from 'vitest'
import { ping, pingInterval, pong, socketTimeout } from '../../domain/presence/contract.ts'

class TestSocket extends EventTarget {
  static last: TestSocket | null = null
  static readonly OPEN = 1
  readyState = 1
  answers = true
  readonly pingedAt: number[] = []
  constructor() {
    super()
    TestSocket.last = this
  }
  send(text: string) {
    if (text !== ping) return
    this.pingedAt.push(Date.now())
    if (this.answers) this.dispatchEvent(new MessageEvent('message', { data: pong }))
  }
  close() {
    this.readyState = 3
  }
}

/** The worker of the tab, which the test lets tick: a hidden tab has no timers of its own that are worth something. */
class TestWorker {
  static last: TestWorker | null = null
  onmessage: (() => void) | null = null
  interval = 0
  constructor() {
    TestWorker.last = this
  }
  postMessage(interval: number) {
    this.interval = interval
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a socket of a hidden tab pings by a worker, so often that two pings may be lost, and notices the silence of its server', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', TestSocket)
  vi.stubGlobal('Worker', TestWorker)
  vi.stubGlobal('location', { origin: 'https://gather.test' })
  const { openSocket } = await import('../../web/presence/open-socket.ts')
  const onLost = vi.fn()
  openSocket('/socket', { onLost })
  const socket = TestSocket.last
  const worker = TestWorker.last
  socket?.dispatchEvent(new Event('open'))
  expect(worker?.interval).toBe(pingInterval)
  expect(3 * pingInterval).toBeLessThan(socketTimeout)
  // The timers of the tab itself do not run.
  for (let tick = 0; tick < 3; tick += 1) worker?.onmessage?.()
  expect(socket?.pingedAt).toHaveLength(3)
  expect(onLost).not.toHaveBeenCalled()
  if (socket) socket.answers = false
  worker?.onmessage?.()
  expect(onLost).not.toHaveBeenCalled()
  worker?.onmessage?.()
  expect(onLost).toHaveBeenCalledOnce()
})
