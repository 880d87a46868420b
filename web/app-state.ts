import { createContext, use } from 'react'
import type { Session } from '../domain/access/contract.ts'
import type { PublicConfig } from '../domain/config/contract.ts'
import { platforms } from '../domain/platforms.ts'

type AppState = { config: PublicConfig; session: Session; requestId: string | null }

export const AppStateContext = createContext<AppState | null>(null)

function useAppState(): AppState {
  const state = use(AppStateContext)
  if (!state) throw new Error('AppStateContext is not provided')
  return state
}

export const usePageRequestId = () => useAppState().requestId
export const useConfig = () => useAppState().config
export const useViewer = () => useAppState().session.viewer
export const usePlatform = () => platforms[useConfig().platform]
