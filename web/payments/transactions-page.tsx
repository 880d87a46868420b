import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type PaymentKind, paymentKinds } from '../../domain/payments/payment-kinds.ts'
import { minute } from '../../domain/time/spans.ts'
import { LinkButton } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useNow } from '../ui/use-now.ts'
import { HistoryRow } from './history-row.tsx'
import { MoneyPageFrame } from './money-page-frame.tsx'
import { MyCredits } from './my-credits.tsx'
import { PaymentRows } from './payment-rows.tsx'
import { paymentHistory } from './queries.ts'

const kindLabels: Record<PaymentKind, string> = {
  ...{ game: 'Games', dues: 'Dues', form: 'Forms', membership: 'Memberships', plan: 'Plans' },
}

/** Everything that the viewer has paid, in one list by date. */
export default function TransactionsPage() {
  const [params, setParams] = useSearchParams()
  const kind = paymentKinds.find((known) => known === params.get('kind')) ?? null
  const query = useInfiniteQuery(paymentHistory(kind))
  const now = useNow(minute)
  const rows = query.data?.pages.flatMap(({ payments }) =>
    payments.map((paid) => <HistoryRow key={`${paid.kind}:${paid.payment.id}`} paid={paid} now={now} />),
  )
  const pick = (picked: PaymentKind) => setParams(picked === kind ? {} : { kind: picked }, { replace: true, preventScrollReset: true })
  return (
    <MoneyPageFrame
      title="My Transactions"
      intro="What you paid for games and to communities, and what was paid for your plans and those of communities whose money you manage."
      back={{ to: '/settings?tab=payments', label: 'Payments' }}
    >
      <MyCredits />
      <fieldset>
        <legend className="sr-only">Show only</legend>
        <div className="flex flex-wrap gap-2.5">
          {paymentKinds.map((one) => (
            <ToggleChip key={one} isOn={kind === one} onToggle={() => pick(one)}>
              {kindLabels[one]}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
      <PaymentRows
        label="My Transactions"
        query={query}
        rows={rows}
        empty={
          <EmptyState title="No payments yet" action={<LinkButton to="/invoices">View Invoices</LinkButton>}>
            {kind === null ? 'Every payment of yours appears in this list.' : 'Nothing of this kind was paid.'}
          </EmptyState>
        }
        failed="We could not load your payments"
      />
    </MoneyPageFrame>
  )
}
