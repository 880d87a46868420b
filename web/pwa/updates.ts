import { isBusy, subscribeBusy } from '../busy.ts'

const updatePollMs = 300_000

const reloadedFor = 'reloadedFor'

/** Looks for a new version every five minutes and loads it when nothing can be lost by it. */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  setInterval(() => {
    // Without a network there is nothing to find; the next look comes soon.
    registration.update().catch(() => undefined)
  }, updatePollMs)
  const consider = () => {
    if (registration.waiting) void takeOver(registration.waiting)
  }
  const watch = () => registration.installing?.addEventListener('statechange', consider)
  registration.addEventListener('updatefound', watch)
  watch()
  consider()
}

/** Hands the page to the waiting version and reloads: once a version, so that a faulty one cannot loop. */
async function takeOver(waiting: ServiceWorker): Promise<void> {
  const build = await askBuild(waiting)
  if (build === __BUILD_ID__ || build === sessionStorage.getItem(reloadedFor)) return
  await untilSafe()
  if (waiting.state !== 'installed') return
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      sessionStorage.setItem(reloadedFor, build)
      location.reload()
    },
    { once: true },
  )
  waiting.postMessage('take-over')
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
