import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { InvoicePageFrame } from './invoice-page-frame.tsx'

/** What the viewer has paid, each with a link to its receipt. */
export default function TransactionsPage() {
  return (
    <InvoicePageFrame
      title="My Transactions"
      intro="What was paid for your plans, and for those of communities whose money you manage."
      back={{ to: '/settings?tab=payments', label: 'Payments' }}
      // The first invoice of a free trial is paid, but nothing was.
      filter={({ status, amount }) => status === 'paid' && amount > 0}
      empty={
        <EmptyState title="No payments yet" action={<LinkButton to="/invoices">View Invoices</LinkButton>}>
          Everything that you pay here appears in this list.
        </EmptyState>
      }
    />
  )
}
