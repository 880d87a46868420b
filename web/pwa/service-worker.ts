import { openNotificationLinks } from './notification-links.ts'
import { readStrategy, waitForStrategy } from './registration-strategy.ts'
import { watchForUpdates } from './updates.ts'

/** Registers the service worker. It makes the app work offline, receives push messages and finds new versions. */
export async function startServiceWorker(strategy: string, { open }: { open: (path: string) => void }): Promise<void> {
  const parsedStrategy = readStrategy(strategy)
  // The development server has no built service worker, and an old one would serve outdated files.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  openNotificationLinks(open)
  await waitForStrategy(parsedStrategy)
  // Some private windows refuse service workers. The app then works, but not offline.
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null)
  if (!registration) return
  watchForUpdates(registration)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keep: listLoadedFiles() })
}

/** The files that this page loaded before the service worker was active. The service worker adds them to its cache. */
const listLoadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets|icons)\//.test(pathname))
    .map(({ pathname }) => pathname)
