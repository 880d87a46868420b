import { createRoot } from 'react-dom/client'
import { currentSession } from './access/queries.ts'
import { hasSavedMessage } from './accounts/has-saved-message.ts'
import { isLogoutUnfinished } from './accounts/unfinished-logout.ts'
import { ApiError } from './api.ts'
import { App, applyBoot } from './app.tsx'
import { loadBoot } from './boot.ts'
import { hasUnsentCheckIns } from './events/check-in/check-in-storage.ts'
import { isFramed } from './forms/embed/is-framed.ts'
import { hasUnsentMessages } from './messages/outbox-keys.ts'
import { loadScreenFiles } from './preload-screen.ts'
import { watchChunkErrors } from './pwa/chunk-errors.ts'
import { queryClient } from './query-client.ts'
import { showRefusal } from './refusal.ts'
import { createAppRouter } from './router.tsx'
import { applyStoredTheme } from './shell/theme.ts'
import './styles.css'
import { afterPaint } from './ui/after-paint.ts'
import { countVisit } from './visits.ts'

/** Starts code that no screen waits for. Where it cannot be loaded, such as offline, the app works without it until it is opened again. */
const loadExtra = <Module,>(loading: Promise<Module>, start: (module: Module) => unknown) => void loading.then(start, () => undefined)

watchChunkErrors()
countVisit()
// The page around a frame decides how light or dark it is.
if (!isFramed()) applyStoredTheme()
const { boot, isFromServer } = await loadBoot().catch((error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  showRefusal(error)
  // The app cannot start, so the rest of this file must not run.
  return new Promise<never>(() => undefined)
})
const viewerId = boot.session.viewer?.id ?? null
applyBoot(boot)

const offlineStore = (isFromServer ? afterPaint() : Promise.resolve())
  .then(() => import('./offline-store.ts'))
  .then((store) => store.startOfflineStore(viewerId ?? 'stranger', { isOffline: !isFromServer }))
  // If the code or the browser's database is not available, the app works, but not offline.
  .catch(() => undefined)
// Offline, the saved data is all we have, so it must be loaded before the first screen requests it.
if (!isFromServer) await offlineStore

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const router = createAppRouter({
  host: boot.config.host,
  productUrl: boot.config.productUrl,
  viewer: () => (queryClient.getQueryData(currentSession.queryKey) ?? boot.session).viewer,
})
createRoot(root).render(<App boot={boot} router={router} />)
if (isFramed()) loadExtra(import('./forms/embed/start-frame.ts'), ({ startFrame }) => startFrame())

await afterPaint()
// If the list cannot be loaded, every screen still finds its files itself.
if (__SCREEN_FILES__ !== null) void loadScreenFiles(__SCREEN_FILES__).catch(() => undefined)
if (!isFramed())
  loadExtra(import('./pwa/service-worker.ts'), ({ startServiceWorker }) =>
    startServiceWorker('registerWhenStable:30000', { open: (path) => router.navigate(path) }),
  )
if ('Notification' in window && Notification.permission === 'granted')
  loadExtra(import('./push/keep-alerts.ts'), ({ keepAlerts }) => keepAlerts(viewerId))
if (boot.session.viewer && boot.config.host === 'product') {
  loadExtra(import('./presence/live.ts'), ({ goLive }) => goLive(queryClient))
  loadExtra(import('./accounts/reload-on-sign-out.ts'), ({ reloadOnSignOut }) => reloadOnSignOut())
}
if (viewerId !== null && hasUnsentCheckIns(viewerId))
  loadExtra(import('./events/check-in/check-ins.ts'), ({ getCheckInQueue }) => getCheckInQueue(viewerId))
if (viewerId !== null && hasUnsentMessages(viewerId))
  loadExtra(import('./messages/unsent-messages.ts'), ({ getOutbox }) => getOutbox(viewerId))
if (hasSavedMessage()) loadExtra(import('./accounts/saved-message.ts'), ({ showSavedMessage }) => showSavedMessage())
if (isLogoutUnfinished()) loadExtra(import('./accounts/logout.ts'), ({ finishLogout }) => finishLogout())
