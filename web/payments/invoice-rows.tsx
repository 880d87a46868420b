import { ArrowDownToLine, ArrowUpRight } from 'lucide-react'
import { formatExactMoney } from '../../domain/money.ts'
import type { Invoice } from '../../domain/payments/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { describeBack } from './payment-row.tsx'

const statuses: Record<Invoice['status'], { label: string; tone: StatusTone }> = {
  draft: { label: 'In preparation', tone: 'quiet' },
  open: { label: 'To pay', tone: 'warn' },
  paid: { label: 'Paid', tone: 'good' },
  uncollectible: { label: 'Not paid', tone: 'bad' },
  void: { label: 'Canceled', tone: 'quiet' },
}

/** A payment that went back, or that a bank has, is not simply paid. */
export function describeStatus({ status, amount, refunded, dispute }: Pick<Invoice, 'status' | 'amount' | 'refunded' | 'dispute'>): {
  label: string
  tone: StatusTone
} {
  if (dispute) return dispute === 'lost' ? { label: 'Charged back', tone: 'bad' } : { label: 'Disputed', tone: 'warn' }
  return describeBack(amount, refunded) ?? statuses[status]
}

type InvoiceRowsProps = { label: string; invoices: readonly Invoice[] }

/** Invoices with links to the page and the PDF of each. Each is one line where the list, not the screen, has room for it. */
export function InvoiceRows({ label, invoices }: InvoiceRowsProps) {
  const now = useNow(minute)
  return (
    <ul aria-label={label} className="@container border-t border-line">
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} now={now} />
      ))}
    </ul>
  )
}

function InvoiceRow({ invoice, now }: { invoice: Invoice; now: number }) {
  const { team, number, text, status, pageUrl, pdfUrl, createdAt, paidAt, refunded, currency } = invoice
  const { label, tone } = describeStatus(invoice)
  const date = writeDate(paidAt ?? createdAt, { now }, { month: 'short', day: 'numeric' })
  const hidden = <VisuallyHidden> of {number ?? date}, in a new tab</VisuallyHidden>
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 border-b border-line py-3.5 @xl:grid-cols-[minmax(0,1fr)_6rem_5.5rem_9.5rem]">
      <div className="col-span-2 min-w-0 @xl:col-span-1">
        <p className="font-strong wrap-anywhere">{text}</p>
        <p className="text-small text-soft wrap-anywhere">{[team?.name ?? 'You', date, number].filter(Boolean).join(' · ')}</p>
        {refunded > 0 && <p className="text-small text-soft">Refunded {formatExactMoney({ amount: refunded, currency })}</p>}
      </div>
      <p className="self-start text-right font-strong tabular-nums @xl:order-3 @xl:self-center">{formatExactMoney(invoice)}</p>
      <Status tone={tone} className="text-small @xl:order-2">
        {label}
      </Status>
      <p className="col-span-2 -mr-3.5 flex justify-end @xl:order-4 @xl:col-span-1">
        {pageUrl && (
          <a href={pageUrl} target="_blank" rel="noreferrer" className={buttonClasses('quiet', 'small')}>
            {status === 'open' ? 'Pay' : 'View'}
            {hidden}
            <ArrowUpRight size={15} aria-hidden="true" />
          </a>
        )}
        {pdfUrl && (
          <a href={pdfUrl} target="_blank" rel="noreferrer" className={buttonClasses('quiet', 'small')}>
            PDF
            {hidden}
            <ArrowDownToLine size={15} aria-hidden="true" />
          </a>
        )}
      </p>
    </li>
  )
}

export function InvoicesLoading() {
  return (
    <Loading label="Loading">
      <div className="border-t border-line">
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="flex items-center justify-between gap-6 border-b border-line py-4">
            <span className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-44" />
              <Skeleton className="h-3.5 w-28" />
            </span>
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
