import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Invoice } from '../../domain/payments/contract.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { InvoiceRows, InvoicesLoading } from './invoice-rows.tsx'
import { invoiceList } from './queries.ts'

type InvoicePageFrameProps = {
  title: string
  intro: string
  /** The page from which people come. */
  back: { to: string; label: string }
  filter: (invoice: Invoice) => boolean
  empty: ReactNode
  /** What is above the invoices, for example another list. */
  children?: ReactNode
}

/** A page with a list of invoices, newest first. */
export function InvoicePageFrame({ title, intro, back, filter, empty, children }: InvoicePageFrameProps) {
  const query = useInfiniteQuery(invoiceList)
  const invoices = query.data?.pages.flatMap((page) => page.invoices).filter(filter)
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 sm:pt-8')}>
      <header className="grid gap-1">
        <Link
          to={back.to}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-small font-strong text-court hover:underline"
        >
          <ChevronLeft size={17} aria-hidden="true" />
          {back.label}
        </Link>
        <h1>{title}</h1>
        <p className="max-w-[60ch] text-soft">{intro}</p>
      </header>
      {children}
      {invoices ? (
        invoices.length > 0 || query.hasNextPage ? (
          <div>
            <InvoiceRows label={title} invoices={invoices} />
            <ShowMore query={query} />
          </div>
        ) : (
          empty
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
    </div>
  )
}
