import { Compass, House, type LucideIcon, MapPin, Plus } from 'lucide-react'
import { matchPath, useLocation } from 'react-router'
import { passGuards } from '../../domain/access/rules.ts'
import { contextPath, discoverContexts } from '../../domain/discover/contexts.ts'
import { type Page, type PageName, pages } from '../../domain/pages.ts'
import { useConfig, useViewer } from '../app-state.ts'

export type NavigationItem = {
  page: PageName
  label: string
  icon: LucideIcon
  /** Where else one is still at it. */
  also?: readonly string[]
}

/** Where a person can go from anywhere. A screen joins this list with the feature that builds it. */
export const barItems: readonly NavigationItem[] = [
  // Of these two each person sees one.
  { page: 'landing', label: 'Home', icon: House },
  { page: 'home', label: 'Home', icon: House },
  { page: 'discover', label: 'Discover', icon: Compass, also: discoverContexts.map(contextPath) },
  { page: 'citySearch', label: 'Find your city', icon: MapPin },
]

const putUp: readonly NavigationItem[] = [{ page: 'newEvent', label: 'Host a game', icon: Plus }]

/** What exists on this host and lets this person in; a community's own domain has none of the product's pages. */
export function useNavigation(items: readonly NavigationItem[] = barItems) {
  const { host } = useConfig()
  const viewer = useViewer()
  const { pathname } = useLocation()
  return items
    .map((item) => {
      const { path, hosts = ['product'], guards = [] }: Page = pages[item.page]
      const to = `/${path.replace(/^\//, '')}`
      const isCurrent = [to, ...(item.also ?? [])].some((path) => matchPath(path, pathname) !== null)
      return { ...item, to, isCurrent, isOpen: hosts.includes(host) && passGuards(guards, { viewer, here: to }).kind === 'stay' }
    })
    .filter(({ isOpen }) => isOpen)
}

/** The one thing every screen offers, to whoever may do it; not to who is at it. */
export function usePutUp() {
  const { pathname } = useLocation()
  const [item] = useNavigation(putUp)
  return pathname === '/create' || pathname.startsWith('/create/') ? undefined : item
}
