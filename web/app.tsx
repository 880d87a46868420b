import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router/dom'
import type { Boot } from '../domain/boot.ts'
import { currentSession } from './access/queries.ts'
import { AppStateContext } from './app-state.ts'
import { currentConfig } from './config/queries.ts'
import { queryClient } from './query-client.ts'
import type { AppRouter } from './router.tsx'
import { setDraftOwner } from './ui/draft-owner.ts'

/** Puts the data that the page was loaded with into the query cache, before the first screen renders. */
export function applyBoot({ config, session, queries }: Boot): void {
  setDraftOwner(session.viewer?.id ?? null)
  queryClient.setQueryData(currentConfig.queryKey, config)
  queryClient.setQueryData(currentSession.queryKey, session)
  for (const { key, data } of queries) queryClient.setQueryData(key, data)
  document.documentElement.dataset.platform = config.platform
}

/** The whole app, started with the data of the page. The product and the tests use the same component. */
export const App = ({ boot, router }: { boot: Boot; router: AppRouter }) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AppStateContext value={boot}>
        <RouterProvider router={router} />
      </AppStateContext>
    </QueryClientProvider>
  </StrictMode>
)
