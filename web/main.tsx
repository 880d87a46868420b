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

watchChunkErrors()
countVisit()
// The page around a frame decides how light or dark it is.
if (!isFramed()) applyStoredTheme()
const boot = await loadBoot().catch((error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  showRefusal(error)
  // The app cannot start, so the rest of this file must not run.
  return new Promise<never>(() => undefined)
})
const viewerId = boot.session.viewer?.id ?? null
applyBoot(boot)

const offlineStore = (navigator.onLine ? afterPaint() : Promise.resolve())
  .then(() => import('./offline-store.ts'))
  .then((store) => store.startOfflineStore(viewerId ?? 'stranger'))
  // If the code or the browser's database is not available, the app works, but not offline.
  .catch(() => undefined)
// Offline, the saved data is all we have, so it must be loaded before the first screen requests it.
if (!navigator.onLine) await offlineStore

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const router = createAppRouter({
  host: boot.config.host,
  productUrl: boot.config.productUrl,
  viewer: () => (queryClient.getQueryData(currentSession.queryKey) ?? boot.session).viewer,
})
createRoot(root).render(<App boot={boot} router={router} />)
if (isFramed()) void import('./forms/embed/start-frame.ts').then(({ startFrame }) => startFrame())

await afterPaint()
// If the list cannot be loaded, every screen still finds its files itself.
if (__SCREEN_FILES__ !== null) void loadScreenFiles(__SCREEN_FILES__).catch(() => undefined)
if (!isFramed())
  void import('./pwa/service-worker.ts').then(({ startServiceWorker }) =>
    startServiceWorker('registerWhenStable:30000', { open: (path) => router.navigate(path) }),
  )
if ('Notification' in window && Notification.permission === 'granted')
  void import('./push/keep-alerts.ts').then(({ keepAlerts }) => keepAlerts(viewerId))
if (boot.session.viewer && boot.config.host === 'product') {
  void import('./presence/live.ts').then(({ goLive }) => goLive(queryClient))
  void import('./accounts/reload-on-sign-out.ts').then(({ reloadOnSignOut }) => reloadOnSignOut())
}
if (viewerId !== null && hasUnsentCheckIns(viewerId))
  void import('./events/check-in/check-ins.ts').then(({ getCheckInQueue }) => getCheckInQueue(viewerId))
if (viewerId !== null && hasUnsentMessages(viewerId))
  void import('./messages/unsent-messages.ts').then(({ getOutbox }) => getOutbox(viewerId))
if (hasSavedMessage()) void import('./accounts/saved-message.ts').then(({ showSavedMessage }) => showSavedMessage())
if (isLogoutUnfinished()) void import('./accounts/logout.ts').then(({ finishLogout }) => finishLogout())
