import { createRoot } from 'react-dom/client'
import { currentSession } from './access/queries.ts'
import { isLogoutUnfinished } from './accounts/unfinished-logout.ts'
import { areWordsLeft } from './accounts/words-left.ts'
import { ApiError } from './api.ts'
import { App, applyBoot } from './app.tsx'
import { loadBoot } from './boot.ts'
import { areCheckInsLeft } from './events/check-in/check-in-shelf.ts'
import { noteLostChunks } from './pwa/lost-chunks.ts'
import { queryClient } from './query-client.ts'
import { showRefusal } from './refusal.ts'
import { createAppRouter } from './router.tsx'
import { applyStoredTheme } from './shell/theme.ts'
import './styles.css'
import { afterPaint } from './ui/after-paint.ts'
import { countVisit } from './visits.ts'

noteLostChunks()
countVisit()
applyStoredTheme()
const boot = await loadBoot().catch((error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  showRefusal(error)
  // There is no app to go on with.
  return new Promise<never>(() => undefined)
})
const viewerId = boot.session.viewer?.id ?? null
applyBoot(boot)

const offlineStore = (navigator.onLine ? afterPaint() : Promise.resolve())
  .then(() => import('./offline-store.ts'))
  .then((store) => store.keepWhatIsSeen(viewerId ?? 'stranger'))
  // Without it, or without a database to keep things in, nothing is seen offline; all else goes on.
  .catch(() => undefined)
// Offline, what was seen is all there is: it has to be there before the first screen asks for it.
if (!navigator.onLine) await offlineStore

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const router = createAppRouter({
  host: boot.config.host,
  viewer: () => (queryClient.getQueryData(currentSession.queryKey) ?? boot.session).viewer,
})
createRoot(root).render(<App boot={boot} router={router} />)

await afterPaint()
void import('./pwa/service-worker.ts').then(({ startServiceWorker }) =>
  startServiceWorker('registerWhenStable:30000', { open: (path) => router.navigate(path) }),
)
if (boot.session.viewer) {
  void import('./presence/socket.ts').then(({ connectPresence }) => connectPresence())
  void import('./accounts/follow-session.ts').then(({ followSession }) => followSession())
}
if (viewerId !== null && areCheckInsLeft(viewerId))
  void import('./events/check-in/check-ins.ts').then(({ checkInsOf }) => checkInsOf(viewerId))
if (areWordsLeft()) void import('./accounts/parting-words.ts').then(({ sayPartingWords }) => sayPartingWords())
if (isLogoutUnfinished()) void import('./accounts/logout.ts').then(({ finishLogout }) => finishLogout())
