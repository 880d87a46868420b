import { useInfiniteQuery } from '@tanstack/react-query'
import type { MyDuePayment } from '../../domain/dues/contract.ts'
import { duesPath } from '../../domain/dues/paths.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import type { StatusTone } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { AmountBack, BackByBank, PaymentRow } from './payment-row.tsx'
import { PaymentRows } from './payment-rows.tsx'
import { dueList } from './queries.ts'

const statuses: Record<MyDuePayment['state'], { label: string; tone: StatusTone }> = {
  paid: { label: 'Paid', tone: 'good' },
  refunded: { label: 'Paid back', tone: 'quiet' },
  late: { label: 'Paid twice', tone: 'quiet' },
}

type Refund = MyDuePayment['refunds'][number]

const reasons: Record<Exclude<Refund['reason'], 'bank'>, string> = { manager: 'from the community', twice: 'it was paid already' }

export const refundStates: Record<Refund['state'], string> = {
  due: 'on its way back',
  sent: 'sent back',
  failed: 'not taken by your bank, ask the community',
}

/** The dues that the viewer has paid, with what came back, newest first. */
export function DueRows({ label }: { label: string }) {
  const query = useInfiniteQuery(dueList)
  const now = useNow(minute)
  const rows = query.data?.pages.flatMap(({ payments }) =>
    payments.map((payment) => <DueRow key={payment.id} payment={payment} now={now} />),
  )
  return (
    <PaymentRows
      label={label}
      query={query}
      rows={rows}
      empty="Dues that you pay to a community appear here."
      failed="We could not load your dues"
    />
  )
}

function DueRow({ payment, now }: { payment: MyDuePayment; now: number }) {
  const { id, title, team, isMember, method, state, paidAt, refunds, currency } = payment
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  return (
    <PaymentRow
      title={title}
      to={isMember ? duesPath(team.id) : undefined}
      facts={[team.name, `paid ${day(paidAt)}`]}
      receipt={`/api/dues/${encodeURIComponent(id)}/receipt`}
      paid={payment}
      status={state === 'paid' && method === 'cash' ? { label: 'Cash', tone: 'good' } : statuses[state]}
    >
      {refunds.map((refund) =>
        refund.reason === 'bank' ? (
          <BackByBank key={refund.id} />
        ) : (
          <AmountBack key={refund.id} amount={refund.amount} currency={currency}>
            {refundStates[refund.state]}, {day(refund.at)}: {reasons[refund.reason]}.
          </AmountBack>
        ),
      )}
    </PaymentRow>
  )
}
