import { readStrategy, waitFor } from './registration-strategy.ts'
import { followTaps } from './taps.ts'
import { followUpdates } from './updates.ts'

/** Registers the one service worker: what was seen works offline, pushes arrive, new versions are found. */
export async function startServiceWorker(strategy: string, { open }: { open: (path: string) => void }): Promise<void> {
  const parsed = readStrategy(strategy)
  // The development server serves no built worker, and an old one would hide what changed.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  followTaps(open)
  await waitFor(parsed)
  // Refused, as in some private windows: then nothing works offline, and all else goes on.
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null)
  if (!registration) return
  followUpdates(registration)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keep: listLoadedFiles() })
}

/** What the first visit loaded before there was a service worker to keep it. */
const listLoadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets|icons)\//.test(pathname))
    .map(({ pathname }) => pathname)
