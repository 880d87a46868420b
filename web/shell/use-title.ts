import { useLayoutEffect, useSyncExternalStore } from 'react'
import { formatFullTitle } from '../../domain/define-pages.ts'
import { usePlatform } from '../app-state.ts'

type TitleClaim = { title: string; isFromRoute: boolean }

/** The titles that mounted components ask for. A title that the page itself sets wins over the title in the table of pages. */
let claims: readonly TitleClaim[] = []
const listeners = new Set<() => void>()

function setClaims(next: readonly TitleClaim[]): void {
  claims = next
  const title = (claims.findLast(({ isFromRoute }) => !isFromRoute) ?? claims.at(-1))?.title
  if (title === undefined) return
  document.title = title
  for (const listener of listeners) listener()
}

function useTitleClaim(title: string | null, isFromRoute: boolean): void {
  const { name } = usePlatform()
  useLayoutEffect(() => {
    if (title === null) return
    const claim = { title: formatFullTitle(title, name), isFromRoute }
    setClaims([...claims, claim])
    return () => setClaims(claims.filter((existing) => existing !== claim))
  }, [title, name, isFromRoute])
}

/** Sets the title of the browser tab. A page about one item shows that item's name. */
export const useTitle = (title: string | null) => useTitleClaim(title, false)

/** For the shell: the title from the table of pages, shown while the page sets no title of its own. */
export const useRouteTitle = (title: string | null) => useTitleClaim(title, true)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useShownTitle = () => useSyncExternalStore(subscribe, () => document.title)
