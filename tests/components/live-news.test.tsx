import { beforeAll, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ServerFrame } from '../../domain/presence/frames.ts'
import { goLive } from '../../web/presence/live.ts'
import { queryClient } from '../../web/query-client.ts'
import { answerWith, requestsTo } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'

/** The socket of the tab, which ends in the test. */
class TestSocket extends EventTarget {
  static readonly OPEN = 1
  static last: TestSocket | null = null
  readyState = 0
  constructor() {
    super()
    TestSocket.last = this
  }
  send() {}
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = TestSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
}

const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const say = (frame: ServerFrame) => TestSocket.last?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))

beforeAll(() => {
  vi.stubGlobal('WebSocket', TestSocket)
  goLive(queryClient)
  TestSocket.last?.open()
  return () => vi.unstubAllGlobals()
})

describe('News from the socket', () => {
  it('is shown on the bell', async () => {
    await openApp('/feedback', { viewer: someone })
    await expect.element(bell('Notifications')).toBeVisible()
    answerWith({ 'GET /api/notifications/unread': { unread: 2 } })
    say({ type: 'news', news: { about: 'notices' } })
    await expect.element(bell('Notifications, 2 unread')).toBeVisible()
  })

  it('is shown on the badge of the messages', async () => {
    await openApp('/feedback', { viewer: someone })
    const messages = page.getByRole('link', { name: /^Messages/ }).first()
    await expect.element(messages).toHaveTextContent(/^Messages$/)
    answerWith({ 'GET /api/conversations/unread': { unread: 3, requests: 1 } })
    say({ type: 'news', news: { about: 'messages' } })
    await expect.element(messages).toHaveTextContent('4 unread')
  })

  it('brings the new number itself after the person has read something on another device', async () => {
    await openApp('/feedback', { viewer: someone })
    const messages = page.getByRole('link', { name: /^Messages/ }).first()
    await expect.element(messages).toBeVisible()
    const asked = requestsTo('GET /api/conversations/unread').length
    for (const unread of [3, 1]) {
      say({ type: 'news', news: { about: 'messages', unread: { unread, requests: 0 } } })
      say({ type: 'news', news: { about: 'notices', unread: { unread: unread + 1 } } })
      await expect.element(messages).toHaveTextContent(`${unread} unread`)
      await expect.element(bell(`Notifications, ${unread + 1} unread`)).toBeVisible()
    }
    expect(requestsTo('GET /api/conversations/unread')).toHaveLength(asked)
  })

  it('is counted on the icon of the app', async () => {
    const setAppBadge = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue()
    await openApp('/feedback', { viewer: someone })
    answerWith({ 'GET /api/conversations/unread': { unread: 3, requests: 1 }, 'GET /api/notifications/unread': { unread: 2 } })
    say({ type: 'news', news: { about: 'messages' } })
    say({ type: 'news', news: { about: 'notices' } })
    await expect.poll(() => setAppBadge.mock.lastCall).toEqual([6])
  })
})
