import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { InvoiceRows, InvoicesLoading } from './invoice-rows.tsx'
import { MoneyPageFrame } from './money-page-frame.tsx'
import { PaymentsLink } from './payments-link.tsx'
import { invoiceList } from './queries.ts'

/** The invoices of the viewer, and those of communities whose money they manage, newest first. */
export default function InvoicesPage() {
  const query = useInfiniteQuery(invoiceList)
  const invoices = query.data?.pages.flatMap((page) => page.invoices)
  return (
    <MoneyPageFrame
      title="Invoices"
      intro="Yours, and those of communities whose money you manage."
      back={{ to: '/settings?tab=payments', label: 'Payments' }}
    >
      {invoices ? (
        invoices.length > 0 || query.hasNextPage ? (
          <div>
            <InvoiceRows label="Invoices" invoices={invoices} />
            <ShowMore query={query} />
          </div>
        ) : (
          <EmptyState title="No invoices yet" action={<PaymentsLink />}>
            Each payment for a plan appears here, with its page and its PDF.
          </EmptyState>
        )
      ) : query.error ? (
        <ErrorNotice
          title="We could not load your invoices"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <InvoicesLoading />
      )}
    </MoneyPageFrame>
  )
}
