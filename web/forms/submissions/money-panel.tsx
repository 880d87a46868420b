import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isUnpaid, owesMoney } from '../../../domain/forms/payment.ts'
import type { FormPaymentRow, PartState, SubmissionPayment } from '../../../domain/forms/payment-contract.ts'
import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { isForHand, type ShownRefundState } from '../../../domain/orders/contract.ts'
import { minute } from '../../../domain/time/spans.ts'
import { writeTime } from '../../../domain/time/write-time.ts'
import { DisputeStatus } from '../../payments/dispute-note.tsx'
import { GivenByHand } from '../../payments/given-by-hand.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Status, type StatusTone } from '../../ui/status.tsx'
import { useNow } from '../../ui/use-now.ts'
import { PriceTable } from '../payment/price-table.tsx'
import { submissionPayment } from '../payment/queries.ts'
import { notingGivenBack, undoingCash } from './money-queries.ts'
import { writePartName } from './part-names.ts'

const CashDialog = lazy(() => import('./cash-dialog.tsx'))
const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

type MoneyPanelProps = { formId: string; submissionId: string } & Omit<MoneyProps, 'path' | 'payment'>
type MoneyProps = { path: Path; payment: SubmissionPayment; whose: string; state: SubmissionState; waitsForParent: boolean }
type Path = { id: string; submissionId: string }

/** What a submission costs, what is paid, open and given back, and what whoever manages the money can do about it. */
export function MoneyPanel({ formId, submissionId, ...about }: MoneyPanelProps) {
  const path = { id: formId, submissionId }
  const { data, error, refetch, isFetching } = useQuery(submissionPayment({ ...path, key: undefined }))
  return (
    <section aria-label="Money" className="grid gap-5 border-t border-line pt-6 print:pt-2">
      <h2 className="text-title">Money</h2>
      {data ? (
        <Money path={path} payment={data} {...about} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the payments">
          <Skeleton className="h-24" />
        </Loading>
      )}
    </section>
  )
}

const partStates: Record<PartState, { label: string; tone: StatusTone }> = {
  paid: { label: 'Paid', tone: 'good' },
  refunded: { label: 'Given back', tone: 'quiet' },
  due: { label: 'Due', tone: 'warn' },
  later: { label: 'Due later', tone: 'quiet' },
  notOwed: { label: 'Not owed', tone: 'quiet' },
}

type Opened = { dialog: 'cash' } | { dialog: 'refund' | 'undo'; payment: FormPaymentRow }

function Money({ path, payment, whose, state, waitsForParent }: MoneyProps) {
  const { parts, payments, paid, currency, isManager } = payment
  const now = useNow(minute)
  const [opened, setOpened] = useState<Opened | null>(null)
  const undo = useMutation(undoingCash(path))
  const noteBack = useMutation(notingGivenBack(path))
  const money = (amount: number) => formatExactMoney({ amount, currency })
  const close = () => setOpened(null)
  const unpaid = parts.filter(isUnpaid)
  const sumOf = (which: readonly { amount: number }[]) => which.reduce((sum, { amount }) => sum + amount, 0)
  const back = payments.flatMap(({ refunds }) => refunds).filter(({ state }) => state === 'due' || state === 'sent' || state === 'by-hand')
  // Nobody owes what was not paid in time, but cash for it gives the place again if that is free.
  const payable = state === 'ended' ? parts.filter((part) => part.state === 'notOwed') : unpaid
  const takesCash = isManager && payable.length > 0
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Sum label="Paid" value={money(paid)} />
        <Sum label="Open" value={money(sumOf(unpaid))} />
        <Sum label="Due now" value={money(sumOf(unpaid.filter((part) => part.state === 'due')))} />
        <Sum label="Given back" value={money(sumOf(back))} />
      </dl>
      {waitsForParent && !payments.some((row) => row.method === 'card' && row.state === 'paid') && (
        <p className="text-soft">
          Children who are new to the community wait for their parent, also after cash. They are on the roster once the parent changes an
          answer or pays by card.
        </p>
      )}
      {parts.length > 0 && (
        <ul aria-label="Parts" className="border-b border-line">
          {parts.map((part) => (
            <li key={part.number} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2.5">
              <span>{writePartName(part, now)}</span>
              <span className="flex items-center gap-4">
                <Status tone={partStates[part.state].tone} className="text-small">
                  {partStates[part.state].label}
                </Status>
                <span className="tabular-nums">{money(part.amount)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {payments.length > 0 && (
        <ul aria-label="Payments" className="grid gap-3">
          {payments.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <PaymentText row={row} money={money} now={now} />
              {isManager &&
                row.refunds
                  .filter((refund) => isForHand(refund, row))
                  .map((refund) => (
                    <GivenByHand
                      key={refund.id}
                      amount={money(refund.amount)}
                      name={whose}
                      note={() => noteBack.mutateAsync({ paymentId: row.id, refundId: refund.id })}
                    />
                  ))}
              {isManager && row.method === 'card' && row.rest > 0 && (
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  onClick={() => setOpened({ dialog: 'refund', payment: row })}
                  className="print:hidden"
                >
                  Give back
                </Button>
              )}
              {isManager && row.method === 'cash' && row.state === 'paid' && (
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  onClick={() => setOpened({ dialog: 'undo', payment: row })}
                  className="print:hidden"
                >
                  Take back
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {takesCash && (
        <Button aria-haspopup="dialog" onClick={() => setOpened({ dialog: 'cash' })} className="justify-self-start print:hidden">
          Note cash
        </Button>
      )}
      {payment.lines.length > 0 && (
        <details className="print:hidden">
          <summary className="cursor-pointer py-1.5 text-small text-soft">What it costs</summary>
          <PriceTable {...payment} />
        </details>
      )}
      <Suspense>
        {opened?.dialog === 'cash' && (
          <CashDialog path={path} whose={whose} unpaid={payable} currency={currency} now={now} onClose={close} />
        )}
        {opened?.dialog === 'refund' && (
          <RefundDialog path={path} payment={opened.payment} whose={whose} state={state} currency={currency} onClose={close} />
        )}
      </Suspense>
      <ConfirmDialog
        title="Was this not paid?"
        confirmLabel="Take back"
        isOpen={opened?.dialog === 'undo'}
        onClose={close}
        onConfirm={async () => {
          if (opened?.dialog !== 'undo') return
          await undo.mutateAsync(opened.payment.id)
          showSnackbar('It is open again.')
        }}
      >
        <p>{owesMoney(state) ? `It is owed again. ${whose} keeps the place.` : 'It no longer counts as paid.'}</p>
      </ConfirmDialog>
    </>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div className="grid">
    <dt className="text-small text-soft">{label}</dt>
    <dd className="text-lead font-strong tabular-nums">{value}</dd>
  </div>
)

const refundWords: Record<ShownRefundState, string> = {
  ...{ due: 'goes back', sent: 'given back', failed: 'could not be given back' },
  'no-access': 'cannot be sent, because we can no longer use the Stripe account',
  'by-hand': 'given back by hand',
  'no-money': 'waits until there is enough money at Stripe',
}
const writeDay = (at: number) => writeTime(at, undefined, { dateStyle: 'medium' })

function PaymentText({
  row: { amount, method, state, paidAt, refunds, dispute },
  money,
  now,
}: {
  row: FormPaymentRow
  money: (amount: number) => string
  now: number
}) {
  return (
    <div className="min-w-0">
      <p>
        {money(amount)} {method === 'cash' ? 'in cash' : 'by card'}, {writeDay(paidAt)}
        {state === 'late' && ', too late'}
      </p>
      {refunds.map((refund) => (
        <p key={refund.id} className="text-small text-soft">
          {money(refund.amount)} {refundWords[refund.state]}, {writeDay(refund.at)}
        </p>
      ))}
      {dispute && <DisputeStatus dispute={dispute} kind="form" now={now} />}
    </div>
  )
}
