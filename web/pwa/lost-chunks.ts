import { isBusy } from '../busy.ts'
import { hasReloaded } from './reload-once.ts'

/** One reload a build: the files of this page are gone, most likely because a newer version took their place. */
export const lostChunksReason = `chunks-${__BUILD_ID__}`

const lost = new WeakSet<object>()

/** Notes failed loads of code that a reload may mend. With unsaved words on the page a person decides, on the page that says what failed. */
export function noteLostChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine && !isBusy() && !hasReloaded(lostChunksReason)) lost.add(payload)
  })
}

export const isLostChunk = (error: unknown) => error instanceof Error && lost.has(error)
