/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { unsentTag } from '../messages/outbox-keys.ts'
import './background-sync.ts'
import { followNotification, renewSubscription, showPush } from './push-events.ts'
import { sendUnsentMessages } from './sync-events.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// Precaches the shell, so that the app opens without a network. It answers only for /index.html, because the page at / comes from
// the Worker.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

// Other built files are cached when they are first used. Their names contain a hash of their content, so they never change.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  // The types of the plugin do not work with exactOptionalPropertyTypes.
  new CacheFirst({ cacheName: 'assets', plugins: [new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }) as WorkboxPlugin] }),
)

// An icon keeps its name when its content changes, so the cached copy is used and updated in the background.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/icons/'), new StaleWhileRevalidate({ cacheName: 'icons' }))

// Pages are always loaded from the Worker. Without a network the shell opens and shows data that was seen before.
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

// On the first visit the page loads before this service worker. It takes control at once and receives the list of files to cache.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(cacheFiles(event.data.keep))
  if (event.data === 'build') event.ports[0]?.postMessage(__BUILD_ID__)
  if (event.data === 'take-over') void self.skipWaiting()
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text())))
self.addEventListener('notificationclick', (event) => event.waitUntil(followNotification(event)))
self.addEventListener('sync', (event) => {
  if (event.tag === unsentTag) event.waitUntil(sendUnsentMessages())
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

async function cacheFiles(urls: string[]): Promise<void> {
  for (const url of urls) {
    const cache = await caches.open(url.startsWith('/icons/') ? 'icons' : 'assets')
    if (!(await caches.match(url))) await cache.add(url)
  }
}
