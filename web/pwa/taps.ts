import { isBusy } from '../busy.ts'

/** Goes where a tapped notification leads, unless that would take away what someone is at; the service worker is told which. */
export function followTaps(open: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data?.open !== 'string') return
    const isFree = !isBusy()
    ports[0]?.postMessage(isFree)
    if (isFree) open(data.open)
  })
}
