import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** Ends a list that goes on: the next page, or why it did not come. */
export function ShowMore({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null
  const go = () => void query.fetchNextPage()
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
