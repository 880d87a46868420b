import { Search } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useConfig, useViewer } from '../app-state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { iconButtonClasses } from '../ui/icon-button.tsx'

const SearchField = lazyAfterPaint(async () => (await import('../search/search-field.tsx')).SearchField)

/** The search field in the top bar, shown where there is enough room. */
export function SearchCorner() {
  const { host } = useConfig()
  if (host !== 'product') return null
  return (
    <div className="hidden h-11 max-w-[33.75rem] flex-1 lg:block">
      <Suspense fallback={<span className="block h-11 rounded-full border border-line bg-paper" />}>
        <SearchField />
      </Suspense>
    </div>
  )
}

/** Leads to the page of the search where the bar has no room for the field. */
export function SearchLink() {
  const { host } = useConfig()
  const viewer = useViewer()
  if (host !== 'product') return null
  return (
    // On phones, signed-out users see the sign-in buttons here instead. They find the search in the drawer.
    <Link
      to="/full-search"
      aria-label="Search"
      title="Search"
      className={iconButtonClasses(viewer ? 'lg:hidden' : 'max-sm:hidden lg:hidden')}
    >
      <Search size={20} aria-hidden="true" />
    </Link>
  )
}
