import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { NeedsYouLines } from './needs-you-lines.tsx'
import { needsYou } from './queries.ts'

/** What waits for the viewer in communities and games. Nothing is shown if nothing waits. */
export function NeedsYouList() {
  const { data: items = [], isLoadingError, error, refetch, isFetching } = useQuery(needsYou)
  if (isLoadingError) {
    return <ErrorNotice title="We could not load what needs you" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (items.length === 0) return null
  return (
    <section aria-labelledby="needs-you" className="grid gap-1">
      <h2 id="needs-you" className="text-title">
        Needs you
      </h2>
      <NeedsYouLines items={items} />
    </section>
  )
}
