import { isBusy, subscribeBusy } from '../busy.ts'
import { hasReloaded, mayReload } from './reload-once.ts'

const updatePollMs = 300_000

/** Looks for a new version every five minutes and loads it when nothing can be lost by it. */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  setInterval(() => {
    // Without a network there is nothing to find; the next look comes soon.
    registration.update().catch(() => undefined)
  }, updatePollMs)
  const watch = () => {
    const found = registration.installing
    found?.addEventListener('statechange', () => {
      if (found.state === 'installed') void follow(found)
    })
  }
  registration.addEventListener('updatefound', watch)
  watch()
  if (registration.waiting) void follow(registration.waiting)
}

/** Lets the newer version in and reloads: once a version, so that faulty ones, or two that answer in turn, cannot loop. */
async function follow(newer: ServiceWorker): Promise<void> {
  const build = await askBuild(newer)
  // The page itself came fresh from the network: its own worker has nothing to wait for.
  if (build === __BUILD_ID__) return newer.postMessage('take-over')
  if (hasReloaded(build)) return
  await untilSafe()
  newer.postMessage('take-over')
  if (!(await becomesActive(newer))) return
  // Letting it in takes a moment, and another tab may have done so long ago.
  await untilSafe()
  if (mayReload(build)) location.reload()
}

/** False when a still newer one took its place. */
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

/** Waits while a form holds unsaved words, a payment runs, or someone is typing. */
function untilSafe(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (isBusy() || isTyping()) return
    stop()
    removeEventListener('focusout', later)
    resolve()
  }
  // Focus has moved on only after the event.
  const later = () => setTimeout(check)
  const stop = subscribeBusy(check)
  addEventListener('focusout', later)
  check()
  return promise
}

const isTyping = () => {
  const field = document.activeElement
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== ''
}
