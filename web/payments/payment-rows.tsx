import type { ReactNode } from 'react'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { InvoicesLoading } from './invoice-rows.tsx'

type PaymentRowsProps = {
  label: string
  query: Parameters<typeof ShowMore>[0]['query'] & { isFetching: boolean; refetch: () => Promise<unknown> }
  /** Undefined until they are loaded. */
  rows: readonly ReactNode[] | undefined
  empty: ReactNode
  failed: string
}

/** A list of payments of the viewer, newest first. */
export function PaymentRows({ label, query, rows, empty, failed }: PaymentRowsProps) {
  if (!rows) {
    if (!query.error) return <InvoicesLoading />
    return <ErrorNotice title={failed} error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  }
  if (rows.length === 0 && !query.hasNextPage) return empty
  return (
    <div>
      <ul aria-label={label} className="border-t border-line">
        {rows}
      </ul>
      <ShowMore query={query} />
    </div>
  )
}
