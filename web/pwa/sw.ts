/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { readPushMessage } from '../../domain/notifications/push-message.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// The shell: enough to open without a network. It answers for /index.html only: the page at / comes from the Worker.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

// What else the build made is kept once it was used. Its names change with its content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  // The plugin's own types do not meet exactOptionalPropertyTypes.
  new CacheFirst({ cacheName: 'assets', plugins: [new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }) as WorkboxPlugin] }),
)

// An icon keeps its name when it is drawn anew.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/icons/'), new StaleWhileRevalidate({ cacheName: 'icons' }))

// A page comes from the Worker, fresh; without a network the shell opens and shows what was seen before.
const openShell = createHandlerBoundToURL('/index.html')
registerRoute(
  new NavigationRoute(
    async (context) => {
      try {
        return await fetch(context.request)
      } catch {
        return openShell(context)
      }
    },
    { denylist: [/^\/api\//, /^\/mail\//] },
  ),
)

// The first visit loads before this worker does: its page hands over what it has loaded.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep))
  if (event.data === 'build') event.ports[0]?.postMessage(__BUILD_ID__)
  if (event.data === 'take-over') void self.skipWaiting()
})

self.addEventListener('push', (event) => {
  const message = readPushMessage(event.data?.text())
  if (!message) return
  // The tag makes a second delivery replace the first.
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body,
      tag: message.tag,
      icon: '/icons/icon-192.png',
      data: { path: message.path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as { path: string }
  event.waitUntil(openPath(path))
})

async function keep(urls: string[]): Promise<void> {
  for (const url of urls) {
    const cache = await caches.open(url.startsWith('/icons/') ? 'icons' : 'assets')
    if (!(await caches.match(url))) await cache.add(url)
  }
}

const answerWithin = 1000

/** An open tab that has nothing to lose goes there and is brought forward; without one a new one is opened. */
async function openPath(path: string): Promise<void> {
  for (const tab of await self.clients.matchAll({ type: 'window' })) {
    if (await goesTo(tab, path)) return void (await tab.focus())
  }
  await self.clients.openWindow(path)
}

/** False when its person is busy there, and when it does not answer. */
function goesTo(tab: Client, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
  setTimeout(resolve, answerWithin, false)
  tab.postMessage({ open: path }, [port2])
  return promise
}
