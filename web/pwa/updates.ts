import { isBusy, subscribeBusy } from '../busy.ts'
import { claimReload, hasReloaded } from './reload-once.ts'

const updatePollMs = 300_000

/** Checks for a new version every five minutes and loads it when no unsaved input can be lost. */
export function watchForUpdates(registration: ServiceWorkerRegistration): void {
  setInterval(() => {
    // Without a network the check fails. The next check follows soon.
    registration.update().catch(() => undefined)
  }, updatePollMs)
  const watchInstalling = () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void applyUpdate(installing)
    })
  }
  registration.addEventListener('updatefound', watchInstalling)
  watchInstalling()
  if (registration.waiting) void applyUpdate(registration.waiting)
}

/**
 * Activates the new version and reloads the page. It reloads only once per version, so that faulty or alternating versions cannot
 * cause a loop.
 */
async function applyUpdate(newWorker: ServiceWorker): Promise<void> {
  const build = await askBuild(newWorker)
  // The page was loaded from the network and already has the new version, so its service worker can take over at once.
  if (build === __BUILD_ID__) return newWorker.postMessage('take-over')
  if (hasReloaded(build)) return
  await waitUntilSafe()
  newWorker.postMessage('take-over')
  if (!(await becomesActive(newWorker))) return
  // Activating takes a moment, and the user may have started to type since.
  await waitUntilSafe()
  if (claimReload(build)) location.reload()
}

/** False if an even newer version replaced this one. */
function becomesActive(worker: ServiceWorker): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const check = () => {
    if (worker.state === 'activated' || worker.state === 'redundant') resolve(worker.state === 'activated')
  }
  worker.addEventListener('statechange', check)
  check()
  return promise
}

function askBuild(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<string>()
  port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
  worker.postMessage('build', [port2])
  return promise
}

/** Waits while a form has unsaved input, a payment is running, or the user is typing. */
function waitUntilSafe(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (isBusy() || isTyping()) return
    stop()
    removeEventListener('focusout', checkLater)
    resolve()
  }
  // During the event the field still has the focus, so we check after it.
  const checkLater = () => setTimeout(check)
  const stop = subscribeBusy(check)
  addEventListener('focusout', checkLater)
  check()
  return promise
}

const isTyping = () => {
  const field = document.activeElement
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== ''
}
