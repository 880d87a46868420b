import type { ReactNode } from 'react'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { ListLoading } from './event-list.tsx'

type Query = Parameters<typeof ShowMore>[0]['query'] & {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
}

type ResultListProps = {
  query: Query
  failure: string
  loading?: string
  head: ReactNode
  /** Shown when there are no results. */
  empty: ReactNode
  label: string
  /** One row per result. */
  children: readonly ReactNode[]
}

/** The results of a search for places or communities, in each state: loading, failed, empty or found. */
export function ResultList({ query, failure, loading, head, empty, label, children }: ResultListProps) {
  const isEmpty = children.length === 0
  if (query.isError && isEmpty) {
    return (
      <ErrorNotice
        className="px-4.5 sm:px-6"
        title={failure}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (query.isPending) return <ListLoading {...(loading && { label: loading })} />
  return (
    <>
      {head}
      {isEmpty ? (
        empty
      ) : (
        <ol aria-label={label} className="border-b border-line">
          {children}
        </ol>
      )}
      <div className="px-4.5 pb-6 sm:px-6">
        <ShowMore query={query} />
      </div>
    </>
  )
}
