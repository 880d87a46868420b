import { CalendarCheck, Compass, House, type LucideIcon, MapPin, MessageCircle, Plus } from 'lucide-react'
import { matchPath, useLocation } from 'react-router'
import { passGuards } from '../../domain/access/rules.ts'
import type { Page } from '../../domain/define-pages.ts'
import { contextPath, discoverContexts } from '../../domain/discover/contexts.ts'
import { type PageName, pages } from '../../domain/pages.ts'
import { useConfig, useViewer } from '../app-state.ts'

export type NavigationItem = {
  page: PageName
  label: string
  icon: LucideIcon
  /** “g” and this letter open the page from a keyboard. */
  letter?: string
  /** Other paths where this item is shown as the current one. */
  otherPaths?: readonly string[]
  /** It is hidden from people who may open this other page. */
  onlyWithout?: PageName
}

/** The pages in the bars. A page is added here together with the feature it belongs to. */
export const barItems: readonly NavigationItem[] = [
  // Every user sees only one of these two: their guards exclude each other.
  { page: 'landing', label: 'Home', icon: House, letter: 'h' },
  { page: 'home', label: 'Home', icon: House, letter: 'h' },
  { page: 'discover', label: 'Discover', icon: Compass, letter: 'd', otherPaths: discoverContexts.map(contextPath) },
  // People who have a city find their games in its place.
  { page: 'citySearch', label: 'Find your city', icon: MapPin, letter: 'c', onlyWithout: 'myGames' },
  { page: 'myGames', label: 'My games', icon: CalendarCheck, letter: 'p' },
  { page: 'messages', label: 'Messages', icon: MessageCircle, letter: 'm', otherPaths: ['/messages/:conversationId'] },
]

const hostGameItems: readonly NavigationItem[] = [{ page: 'newEvent', label: 'Host a game', icon: Plus, letter: 'n' }]

const pathOf = (page: PageName) => `/${pages[page].path.replace(/^\//, '')}`

/** The items that exist on this host and that the viewer may open. A community's own domain has none of the product's pages. */
export function useNavigation(items: readonly NavigationItem[] = barItems) {
  const { host } = useConfig()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const mayOpen = (page: PageName) => {
    const { hosts = ['product'], guards = [] }: Page = pages[page]
    return hosts.includes(host) && passGuards(guards, { viewer, currentPath: pathOf(page) }).kind === 'stay'
  }
  return items
    .map((item) => {
      const to = pathOf(item.page)
      const isCurrent = [to, ...(item.otherPaths ?? [])].some((path) => matchPath(path, pathname) !== null)
      return { ...item, to, isCurrent, isOpen: mayOpen(item.page) && !(item.onlyWithout && mayOpen(item.onlyWithout)) }
    })
    .filter(({ isOpen }) => isOpen)
}

/** The link to host a game, which every screen shows to viewers who may do so. Undefined on the screens where they already do it. */
export function useHostGame() {
  const { pathname } = useLocation()
  const [item] = useNavigation(hostGameItems)
  return pathname === '/create' || pathname.startsWith('/create/') ? undefined : item
}
