import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { ErrorNotice } from '../ui/error-notice.tsx'
import type { HomeList } from './list-state.ts'

type HomeSectionProps<Item> = {
  title: string
  /** A link to the full list. */
  more?: { to: string; label: string } | null
  list: HomeList<Item>
  loading: ReactNode
  /** Shown if the list is empty. */
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** One list of the home screen with its heading. If it fails to load, it shows an error and a retry button; the other lists are not affected. */
export function HomeSection<Item>({ title, more = null, list, loading, empty, children }: HomeSectionProps<Item>) {
  const id = useId()
  const { state, items, error, isRetrying, retry } = list
  return (
    <section aria-labelledby={id} className="min-w-0">
      <header className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="min-w-0 text-title wrap-anywhere sm:text-[1.375rem]">
          {title}
        </h2>
        {more && (
          <Link to={more.to} aria-label={more.label} className="relative flex-none font-strong text-court after:absolute after:-inset-3">
            See all
          </Link>
        )}
      </header>
      {state === 'Error' ? (
        <ErrorNotice error={error} onRetry={retry} isRetrying={isRetrying} className="border-t border-line mt-3 pt-4" />
      ) : state !== 'Success' ? (
        loading
      ) : items.length === 0 ? (
        <div className="mt-2 max-w-[60ch] text-soft">{empty}</div>
      ) : (
        children(items)
      )}
    </section>
  )
}

export const quietLink = 'font-strong text-court underline-offset-3 hover:underline'
