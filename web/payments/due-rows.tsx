import type { MyDuePayment } from '../../domain/dues/contract.ts'
import { duesPath } from '../../domain/dues/paths.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import type { StatusTone } from '../ui/status.tsx'
import { AmountBack, BackByBank, describeBack, PaymentRow, sumSent } from './payment-row.tsx'

const statuses: Record<MyDuePayment['state'], { label: string; tone: StatusTone }> = {
  paid: { label: 'Paid', tone: 'good' },
  refunded: { label: 'Refunded', tone: 'quiet' },
  late: { label: 'Paid twice', tone: 'quiet' },
}

type Refund = MyDuePayment['refunds'][number]

const reasons: Record<Exclude<Refund['reason'], 'bank'>, string> = { manager: 'from the community', twice: 'it was paid already' }

const describePaid = ({ state, method, amount, refunds }: MyDuePayment) => {
  if (state !== 'paid') return statuses[state]
  return describeBack(amount, sumSent(refunds)) ?? (method === 'cash' ? { label: 'Cash', tone: 'good' as const } : statuses[state])
}

export const refundStates: Record<Refund['state'], string> = {
  due: 'on its way back',
  sent: 'sent back',
  failed: 'not taken by your bank, ask the community',
  'no-access': 'cannot be sent now, ask the community',
  'by-hand': 'given back by hand',
  'no-money': 'waits until the community has enough money at Stripe',
}

/** Dues that the viewer has paid, with what came back. */
export function DueRow({ payment, now }: { payment: MyDuePayment; now: number }) {
  const { id, title, team, isMember, paidAt, refunds, currency } = payment
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  return (
    <PaymentRow
      title={title}
      to={isMember ? duesPath(team.id) : undefined}
      facts={['Dues', team.name, `paid ${day(paidAt)}`]}
      receipt={`/api/dues/${encodeURIComponent(id)}/receipt`}
      paid={payment}
      status={describePaid(payment)}
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
