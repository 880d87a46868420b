import { type ReactNode, useId } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DueRows } from './due-rows.tsx'
import { FormPaymentRows } from './form-payment-rows.tsx'
import { InvoicePageFrame } from './invoice-page-frame.tsx'
import { MyCredits } from './my-credits.tsx'
import { OrderRows } from './order-rows.tsx'

/** What the viewer has paid, each with a link to its receipt. */
export default function TransactionsPage() {
  return (
    <InvoicePageFrame
      title="My Transactions"
      intro="What you paid for games and to communities, and what was paid for your plans and those of communities whose money you manage."
      back={{ to: '/settings?tab=payments', label: 'Payments' }}
      // The first invoice of a free trial is paid, but nothing was.
      filter={({ status, amount }) => status === 'paid' && amount > 0}
      empty={
        <EmptyState title="No payments for plans yet" action={<LinkButton to="/invoices">View Invoices</LinkButton>}>
          Every payment for a plan appears in this list.
        </EmptyState>
      }
    >
      <MyCredits />
      <Part title="Games">
        <OrderRows label="Games" />
      </Part>
      <Part title="Dues">
        <DueRows label="Dues" />
      </Part>
      <Part title="Forms">
        <FormPaymentRows label="Forms" />
      </Part>
      <h2>Plans</h2>
    </InvoicePageFrame>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
