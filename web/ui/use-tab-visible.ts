import { useSyncExternalStore } from 'react'

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export const useIsTabVisible = () => useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible')
