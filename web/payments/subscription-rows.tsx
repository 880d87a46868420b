import type { Invoice } from '../../domain/payments/contract.ts'
import type { MyMembershipPayment } from '../../domain/payments/history-contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { describeStatus } from './invoice-rows.tsx'
import { AmountBack, PaymentRow } from './payment-row.tsx'

const writeDay = (at: number, now: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })

/** One period of a membership that the viewer has paid. */
export function MembershipRow({ payment, now }: { payment: MyMembershipPayment; now: number }) {
  const { id, name, team, paidAt, periodStart, periodEnd, refunded, currency } = payment
  return (
    <PaymentRow
      title={name}
      to="/subscriptions"
      facts={['Membership', team.name, `paid ${writeDay(paidAt, now)}`, `${writeDay(periodStart, now)} to ${writeDay(periodEnd, now)}`]}
      receipt={`/api/memberships/payments/${encodeURIComponent(id)}/receipt`}
      paid={payment}
      status={describeStatus({ ...payment, status: 'paid' })}
    >
      {refunded > 0 && (
        <AmountBack amount={refunded} currency={currency}>
          sent back.
        </AmountBack>
      )}
    </PaymentRow>
  )
}

/** One invoice for a plan of the viewer, or of a community whose money they manage. */
export function PlanRow({ invoice, now }: { invoice: Invoice; now: number }) {
  const { text, team, number, createdAt, paidAt, pdfUrl, refunded, currency } = invoice
  return (
    <PaymentRow
      title={text}
      to={undefined}
      facts={['Plan', team?.name ?? 'You', `paid ${writeDay(paidAt ?? createdAt, now)}`, number ?? false]}
      receipt={pdfUrl ?? undefined}
      paid={invoice}
      status={describeStatus(invoice)}
    >
      {refunded > 0 && (
        <AmountBack amount={refunded} currency={currency}>
          sent back.
        </AmountBack>
      )}
    </PaymentRow>
  )
}
