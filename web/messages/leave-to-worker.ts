import '../pwa/background-sync.ts'
import type { Outbox } from './outbox.ts'
import { saveCopy } from './outbox-copy.ts'
import { unsentTag } from './outbox-keys.ts'

/**
 * Where a browser has Background Sync, the service worker sends what is left when the network is back and no tab is open. It gets a
 * copy of the messages once an attempt has failed or the tab is hidden, so that sending at once costs nothing.
 */
export function leaveToWorker(viewerId: string, outbox: Pick<Outbox, 'getState' | 'subscribe' | 'reload'>): void {
  if (!('serviceWorker' in navigator && 'SyncManager' in window)) return
  // A tab that was closed may have left a copy.
  let isCopied = true
  let copied: unknown = null

  async function copy(): Promise<void> {
    const { messages, isWaiting } = outbox.getState()
    const left = messages.filter(({ refusal }) => refusal === null)
    const isNeeded = isWaiting || document.visibilityState === 'hidden' || isCopied
    if (!isNeeded || copied === messages) return
    copied = messages
    isCopied = left.length > 0
    await saveCopy(viewerId, left)
    if (!isCopied) return
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.sync?.register(unsentTag)
  }

  // The device is full, or its owner allows no work in the background. The messages then wait until the app is open.
  const tryCopy = () => void copy().catch(() => undefined)
  outbox.subscribe(tryCopy)
  document.addEventListener('visibilitychange', () => {
    // Whoever has signed out in this tab or another one leaves nothing.
    if (document.visibilityState === 'hidden') outbox.reload()
  })
  tryCopy()
}
