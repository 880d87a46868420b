import { useLayoutEffect, useSyncExternalStore } from 'react'
import { fullTitle } from '../../domain/pages.ts'
import { usePlatform } from '../app-state.ts'

type Claim = { title: string; isRoutes: boolean }

/** Who names the tab now. What a page says of itself goes before what the table of pages says of it. */
let claims: readonly Claim[] = []
const listeners = new Set<() => void>()

function setClaims(next: readonly Claim[]): void {
  claims = next
  const title = (claims.findLast(({ isRoutes }) => !isRoutes) ?? claims.at(-1))?.title
  if (title === undefined) return
  document.title = title
  for (const listener of listeners) listener()
}

function useClaim(title: string | null, isRoutes: boolean): void {
  const { name } = usePlatform()
  useLayoutEffect(() => {
    if (title === null) return
    const claim = { title: fullTitle(title, name), isRoutes }
    setClaims([...claims, claim])
    return () => setClaims(claims.filter((other) => other !== claim))
  }, [title, name, isRoutes])
}

/** Names the tab. A page that shows one thing says that thing's name. */
export const useTitle = (title: string | null) => useClaim(title, false)

/** For the shell: how the tab is called while the page says nothing of its own. */
export const useRouteTitle = (title: string | null) => useClaim(title, true)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useShownTitle = () => useSyncExternalStore(subscribe, () => document.title)
