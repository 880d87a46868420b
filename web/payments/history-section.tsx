import { useInfiniteQuery } from '@tanstack/react-query'
import { usePlatform, useViewer } from '../app-state.ts'
import { LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Section } from '../ui/section.tsx'
import { InvoiceRows, InvoicesLoading } from './invoice-rows.tsx'
import { PortalButton } from './portal-button.tsx'
import { invoiceList } from './queries.ts'

const shownInvoices = 5

/** The newest invoices, and the way to all of them. */
export function HistorySection() {
  const { id: platform } = usePlatform()
  const viewer = useViewer()
  const query = useInfiniteQuery(invoiceList)
  const newest = query.data?.pages[0]?.invoices.slice(0, shownInvoices)
  return (
    <Section title="History" intro="Your invoices, and those of communities whose money you manage.">
      <div className="flex flex-wrap gap-2.5">
        <LinkButton size="small" to="/invoices">
          View Invoices
        </LinkButton>
        {viewer && <PortalButton owner={{ type: 'user', id: viewer.id }}>Manage Stripe Portal</PortalButton>}
        {platform !== 'meh' && (
          <LinkButton size="small" to="/transactions">
            My Transactions
          </LinkButton>
        )}
      </div>
      {newest ? (
        newest.length > 0 ? (
          <InvoiceRows label="Newest invoices" invoices={newest} />
        ) : (
          <p className="text-soft">No invoices yet. Each payment for a plan appears here.</p>
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
    </Section>
  )
}
