import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

type Paged = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** Ends a list that goes on: the next page, why it did not come, or that it was the last. */
export function ShowMore({ query }: { query: Paged }) {
  const end = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  const isLast = !query.hasNextPage && (query.data?.pages.length ?? 0) > 1
  useEffect(() => {
    // The button went with its focus: the keyboard goes on from where it was. Who is elsewhere by now is left there.
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
  const go = () => {
    wasPressed.current = true
    void query.fetchNextPage()
  }
  return (
    <div className="pt-5">
      {query.isFetchNextPageError ? (
        <ErrorNotice error={query.error} onRetry={go} isRetrying={query.isFetchingNextPage} />
      ) : (
        <Button onClick={go} isPending={query.isFetchingNextPage} pendingLabel="Loading more">
          Show more
        </Button>
      )}
    </div>
  )
}
