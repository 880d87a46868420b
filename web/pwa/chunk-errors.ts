import { isBusy } from '../busy.ts'
import { hasReloaded } from './reload-once.ts'

/** Reload at most once per build when a code file is missing. Most likely a newer version has replaced the files of this page. */
export const chunkReloadReason = `chunks-${__BUILD_ID__}`

const chunkErrors = new WeakSet<object>()

/**
 * Remembers failed imports of code that a reload may fix. If the page has unsaved input, they are not remembered: the error page
 * then lets the user decide when to reload.
 */
export function watchChunkErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine && !isBusy() && !hasReloaded(chunkReloadReason)) chunkErrors.add(payload)
  })
}

export const isChunkError = (error: unknown) => error instanceof Error && chunkErrors.has(error)
