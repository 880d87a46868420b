import { Search } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useConfig, useViewer } from '../app-state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { iconButtonClasses } from '../ui/icon-button.tsx'

const SearchField = lazyAfterPaint(async () => (await import('../discover/search-field.tsx')).SearchField)

/** In the top bar where there is room: a question in one's own words. */
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

export function SearchLink() {
  const { host } = useConfig()
  const viewer = useViewer()
  if (host !== 'product') return null
  return (
    // A stranger's phone has its ways in here; the drawer has the rest.
    <Link to="/full-search" aria-label="Search" title="Search" className={iconButtonClasses(viewer ? undefined : 'max-sm:hidden')}>
      <Search size={20} aria-hidden="true" />
    </Link>
  )
}
