import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

type PagedQuery = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/**
 * Stands at the end of a list: a button for the next page, the error if that page failed to load, or a text that this was the last
 * page.
 */
export function ShowMore({ query }: { query: PagedQuery }) {
  const end = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const isLast = !query.hasNextPage && (query.data?.pages.length ?? 0) > 1
  useEffect(() => {
    // The pressed button is gone, and the focus with it. We focus the end of the list, so that keyboard users continue there. If
    // the user has moved the focus meanwhile, we leave it.
    if (isLast && wasPressed.current && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
    wasPressed.current = false
  }, [isLast])
  if (isLast) {
    return (
      <p ref={end} tabIndex={-1} className="pt-5 text-small text-soft outline-none">
        No more results.
      </p>
    )
  }
  if (!query.hasNextPage) return null
  const loadNextPage = () => {
    wasPressed.current = true
    void query.fetchNextPage()
  }
  return (
    <div className="pt-5">
      {query.isFetchNextPageError ? (
        <ErrorNotice error={query.error} onRetry={loadNextPage} isRetrying={query.isFetchingNextPage} />
      ) : (
        <Button onClick={loadNextPage} isPending={query.isFetchingNextPage} pendingLabel="Loading more">
          Show more
        </Button>
      )}
    </div>
  )
}
