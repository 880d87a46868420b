import { useInfiniteQuery } from '@tanstack/react-query'
import { submissionPath } from '../../domain/forms/paths.ts'
import type { MyFormPayment } from '../../domain/forms/payment-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { formPaymentList } from '../forms/payment/queries.ts'
import type { StatusTone } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { refundStates } from './due-rows.tsx'
import { AmountBack, BackByBank, PaymentRow } from './payment-row.tsx'
import { PaymentRows } from './payment-rows.tsx'

const statuses: Record<MyFormPayment['state'], { label: string; tone: StatusTone }> = {
  paid: { label: 'Paid', tone: 'good' },
  refunded: { label: 'Paid back', tone: 'quiet' },
  late: { label: 'Too late', tone: 'quiet' },
}

const reasons: Record<Exclude<MyFormPayment['refunds'][number]['reason'], 'bank'>, string> = {
  manager: 'from the community',
  late: 'there was no place any longer',
}

/** What the viewer has paid for forms, with what came back, newest first. */
export function FormPaymentRows({ label }: { label: string }) {
  const query = useInfiniteQuery(formPaymentList)
  const now = useNow(minute)
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  const rows = query.data?.pages.flatMap(({ payments }) =>
    payments.map((payment) => {
      const { id, formId, submissionId, title, team, method, state, paidAt, refunds, currency } = payment
      return (
        <PaymentRow
          key={id}
          title={title}
          to={submissionPath(formId, submissionId)}
          facts={[team.name, `paid ${day(paidAt)}`]}
          receipt={`/api/forms/${formId}/submissions/${submissionId}/payments/${encodeURIComponent(id)}/receipt`}
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
    }),
  )
  return (
    <PaymentRows
      label={label}
      query={query}
      rows={rows}
      empty="What you pay for forms appears here."
      failed="We could not load your payments for forms"
    />
  )
}
