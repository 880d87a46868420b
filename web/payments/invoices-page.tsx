import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { InvoicePageFrame } from './invoice-page-frame.tsx'

/** The invoices of the viewer, and those of communities whose money they manage. */
export default function InvoicesPage() {
  return (
    <InvoicePageFrame
      title="Invoices"
      intro="Yours, and those of communities whose money you manage."
      back={{ to: '/settings?tab=payments', label: 'Payments' }}
      filter={() => true}
      empty={
        <EmptyState title="No invoices yet" action={<LinkButton to="/settings?tab=payments">Payments</LinkButton>}>
          Each payment for a plan appears here, with its page and its PDF.
        </EmptyState>
      }
    />
  )
}
