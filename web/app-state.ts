import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Session, Viewer } from '../domain/access/contract.ts'
import type { PublicConfig } from '../domain/config/contract.ts'
import { platforms } from '../domain/platforms.ts'
import { currentSession } from './access/queries.ts'
import { currentConfig } from './config/queries.ts'

type AppState = { config: PublicConfig; session: Session; requestId: string | null }

export const AppStateContext = createContext<AppState | null>(null)

function useAppState(): AppState {
  const state = use(AppStateContext)
  if (!state) throw new Error('AppStateContext is not provided')
  return state
}

export const usePageRequestId = () => useAppState().requestId

/** The current configuration, which may be newer than the one that the page was loaded with. */
export function useConfig(): PublicConfig {
  const { config } = useAppState()
  return useQuery(currentConfig).data ?? config
}

/** The signed-in user with their current name and picture, or null. */
export function useViewer(): Viewer | null {
  const { session } = useAppState()
  return (useQuery(currentSession).data ?? session).viewer
}

export const usePlatform = () => platforms[useConfig().platform]
