/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope

const answerTimeoutMs = 1000

/** Opens the path in a tab where the user is not busy and focuses that tab. If there is none, it opens a new window. */
export async function openPath(path: string): Promise<void> {
  for (const tab of await self.clients.matchAll({ type: 'window' })) {
    if (await openInTab(tab, path)) return void (await tab.focus())
  }
  await self.clients.openWindow(path)
}

/** Asks a tab to open the path. False if the user is busy in that tab, or if it does not answer in time. */
function openInTab(tab: Client, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
  setTimeout(resolve, answerTimeoutMs, false)
  tab.postMessage({ open: path }, [port2])
  return promise
}
