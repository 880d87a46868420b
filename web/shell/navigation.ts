import { House, type LucideIcon, MapPin } from 'lucide-react'
import { type Page, type PageName, pages } from '../../domain/pages.ts'
import { useConfig } from '../app-state.ts'

type NavigationItem = { page: PageName; label: string; icon: LucideIcon }

/** Where a person can go from anywhere. A screen joins this list with the feature that builds it. */
const items: readonly NavigationItem[] = [
  { page: 'landing', label: 'Home', icon: House },
  { page: 'citySearch', label: 'Find your city', icon: MapPin },
]

/** What exists on this host; a community's own domain has none of the product's pages. */
export function useNavigation() {
  const { host } = useConfig()
  return items
    .map((item) => ({
      ...item,
      to: `/${pages[item.page].path.replace(/^\//, '')}`,
      hosts: (pages[item.page] as Page).hosts ?? ['product'],
    }))
    .filter(({ hosts }) => hosts.includes(host))
}
