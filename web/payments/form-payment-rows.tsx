import { submissionPath } from '../../domain/forms/paths.ts'
import type { MyFormPayment } from '../../domain/forms/payment-contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import type { StatusTone } from '../ui/status.tsx'
import { refundStates } from './due-rows.tsx'
import { AmountBack, BackByBank, describeBack, PaymentRow, sumSent } from './payment-row.tsx'

const statuses: Record<MyFormPayment['state'], { label: string; tone: StatusTone }> = {
  paid: { label: 'Paid', tone: 'good' },
  refunded: { label: 'Refunded', tone: 'quiet' },
  late: { label: 'Too late', tone: 'quiet' },
}

const reasons: Record<Exclude<MyFormPayment['refunds'][number]['reason'], 'bank'>, string> = {
  manager: 'from the community',
  late: 'there was no place any longer',
}

/** What the viewer has paid for a form, with what came back. */
export function FormPaymentRow({ payment, now }: { payment: MyFormPayment; now: number }) {
  const { id, formId, submissionId, title, team, method, state, amount, paidAt, refunds, currency } = payment
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  const paid = method === 'cash' ? { label: 'Cash', tone: 'good' as const } : statuses.paid
  return (
    <PaymentRow
      title={title}
      to={submissionPath(formId, submissionId)}
      facts={['Form', team.name, `paid ${day(paidAt)}`]}
      receipt={`/api/forms/${formId}/submissions/${submissionId}/payments/${encodeURIComponent(id)}/receipt`}
      paid={payment}
      status={state === 'paid' ? (describeBack(amount, sumSent(refunds)) ?? paid) : statuses[state]}
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
