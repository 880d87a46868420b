import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import { showPush } from '../../web/pwa/push-events.ts'

/** What the service worker shows. In a test, the page plays its part. */
const showNotification = vi.fn(async (_title: string, _options: NotificationOptions) => undefined)

beforeEach(() => {
  showNotification.mockClear()
  vi.stubGlobal('registration', { showNotification })
  return () => void vi.unstubAllGlobals()
})

const message: PushMessage = { title: 'Sunrise open play', body: 'Dana took a seat.', path: '/evt/game-1', tag: 'seat-1' }
const push = (more: Partial<PushMessage> = {}) => showPush(JSON.stringify({ ...message, ...more }))

describe('A push', () => {
  it('sets the number on the icon of the app', async () => {
    const setAppBadge = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue()
    await push({ unread: 4 })
    expect(setAppBadge.mock.calls).toEqual([[4]])
    // A test of a device does not know the number.
    await push()
    expect(setAppBadge).toHaveBeenCalledOnce()
  })

  it('is shown where the system has no number on icons', async () => {
    vi.spyOn(navigator, 'setAppBadge').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
    await push({ unread: 4 })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Sunrise open play', expect.objectContaining({ body: 'Dana took a seat.' }))
  })
})
