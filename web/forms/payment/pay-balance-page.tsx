import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { writeDeadline } from '../../../domain/dues/texts.ts'
import { isUnpaid } from '../../../domain/forms/payment.ts'
import type { FormPart, PartState, SubmissionPayment } from '../../../domain/forms/payment-contract.ts'
import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { minute } from '../../../domain/time/spans.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Status, type StatusTone } from '../../ui/status.tsx'
import { useNow } from '../../ui/use-now.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { needsProfile, ProfileNeeded } from '../profile-needed.tsx'
import { PaymentFrame, PaymentMissing } from './payment-frame.tsx'
import { PriceTable } from './price-table.tsx'
import { type SubmissionAddress, submissionPayment } from './queries.ts'
import { usePaying } from './use-paying.ts'

/** The page `pay-balance/:id/:submissionId`: what is paid of a submission and what is due, to pay one part or all. */
export default function PayBalancePage() {
  const { id = '', submissionId = '' } = useParams()
  const address = { id, submissionId, key: undefined }
  const { data, error, refetch, isFetching } = useQuery(submissionPayment(address))
  useTitle(data ? `Your payments, ${data.form.title}` : null)
  if (!data) return <PaymentMissing error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return <Balance address={address} payment={data} />
}

const states: Record<PartState, { label: string; tone: StatusTone }> = {
  paid: { label: 'Paid', tone: 'good' },
  refunded: { label: 'Given back', tone: 'quiet' },
  due: { label: 'Due now', tone: 'warn' },
  later: { label: 'Due later', tone: 'quiet' },
  notOwed: { label: 'Nothing to pay', tone: 'quiet' },
}

/** Why nobody owes anything for a submission. */
const reasons: Record<Exclude<SubmissionState, 'paying' | 'accepted'>, string> = {
  asked: 'An organizer decides about this first. There is nothing to pay until then.',
  waiting: 'This is on the waitlist. There is nothing to pay until there is a place.',
  declined: 'The organizers declined this, so there is nothing to pay.',
  withdrawn: 'This was withdrawn, so there is nothing to pay.',
  ended: 'This was not paid in time, so the place was not kept. There is nothing to pay.',
}

function writeStanding({ state, paid, total, form }: SubmissionPayment, rest: number, money: (amount: number) => string): string {
  if (state === 'paying' || state === 'accepted') {
    if (rest > 0) return `${money(paid)} paid of ${money(total)}.`
    return paid > 0 ? `All is paid: ${money(paid)}.` : 'What was paid was given back. There is nothing to pay.'
  }
  return paid > 0 ? `${reasons[state]} Ask the organizers of ${form.team.name} about the ${money(paid)} that was paid.` : reasons[state]
}

function Balance({ address, payment }: { address: SubmissionAddress; payment: SubmissionPayment }) {
  const { parts, currency, canPay } = payment
  const now = useNow(minute)
  const pay = usePaying(address)
  const unpaid = parts.filter(isUnpaid)
  const rest = unpaid.reduce((sum, part) => sum + part.amount, 0)
  const money = (amount: number) => formatExactMoney({ amount, currency })
  const isFirstOpen = unpaid.some(({ number }) => number === 0)
  const mayPay = ({ number }: FormPart) => canPay && (!isFirstOpen || number === 0)
  const isPaying = (numbers: readonly number[]) => pay.isPending && pay.variables?.parts.join() === numbers.join()
  const all = unpaid.map(({ number }) => number)
  return (
    <PaymentFrame address={address} payment={payment} title="Your payments">
      <p className="text-lead font-strong">{writeStanding(payment, rest, money)}</p>
      <ul aria-label="Parts" className="border-b border-line">
        {parts.map((part) => {
          const { number, dueOn, amount, state } = part
          const name = dueOn === null ? 'First payment' : `Due by ${writeDeadline(dueOn, now)}`
          return (
            <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
              <div className="min-w-0">
                <p className="font-strong">{name}</p>
                <Status tone={states[state].tone} className="text-small">
                  {states[state].label}
                </Status>
              </div>
              <div className="flex items-center gap-4">
                <span className="tabular-nums">{money(amount)}</span>
                {isUnpaid(part) && mayPay(part) && (
                  <Button size="small" isPending={isPaying([number])} onClick={() => pay.mutate({ parts: [number], amount })}>
                    Pay
                    <VisuallyHidden>
                      {' '}
                      {money(amount)}, {name}
                    </VisuallyHidden>
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {canPay && unpaid.length > 0 && (
        <Button
          variant="primary"
          className="w-full sm:w-auto sm:justify-self-start"
          isPending={isPaying(all)}
          onClick={() => pay.mutate({ parts: all, amount: rest })}
        >
          {unpaid.length > 1 ? 'Pay all' : 'Pay'}, {money(rest)}
        </Button>
      )}
      {needsProfile(pay.error) && <ProfileNeeded error={pay.error} />}
      {!canPay && rest > 0 && payment.isMine && (
        <p className="text-soft">You cannot pay by card at the moment. Ask the organizers of {payment.form.team.name}.</p>
      )}
      <section aria-labelledby="price" className="grid gap-3">
        <h2 id="price" className="text-title">
          What you pay for
        </h2>
        <PriceTable {...payment} />
      </section>
    </PaymentFrame>
  )
}
