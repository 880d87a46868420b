import { isBusy } from '../busy.ts'

/**
 * Opens the page of a notification that the user tapped, unless the user is busy in this tab. Answers the service worker whether
 * it opened the page.
 */
export function openNotificationLinks(open: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data?.open !== 'string') return
    const isFree = !isBusy()
    ports[0]?.postMessage(isFree)
    if (isFree) open(data.open)
  })
}
