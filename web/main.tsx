import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { AppStateContext } from './app-state.ts'
import { loadBoot } from './boot.ts'
import { queryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { applyStoredTheme } from './shell/theme.ts'
import './styles.css'
import { countVisit } from './visits.ts'

countVisit()
applyStoredTheme()
const boot = await loadBoot()
for (const { key, data } of boot.queries) queryClient.setQueryData(key, data)
document.documentElement.dataset.platform = boot.config.platform

const offlineStore = import('./offline-store.ts').then((store) => store.keepWhatIsSeen())
// Offline, what was seen is all there is: it has to be there before the first screen asks for it.
if (!navigator.onLine) await offlineStore

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AppStateContext value={boot}>
        <RouterProvider router={createAppRouter({ host: boot.config.host, viewer: () => boot.session.viewer })} />
      </AppStateContext>
    </QueryClientProvider>
  </StrictMode>,
)

void import('./pwa/service-worker.ts').then(({ startServiceWorker }) => startServiceWorker('registerWhenStable:30000'))
if (boot.session.viewer) void import('./presence/socket.ts').then(({ connectPresence }) => connectPresence())
