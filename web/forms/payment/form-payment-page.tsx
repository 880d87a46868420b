import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { writeDeadline } from '../../../domain/dues/texts.ts'
import { formPath, payBalancePath } from '../../../domain/forms/paths.ts'
import { isUnpaid } from '../../../domain/forms/payment.ts'
import type { SubmissionPayment } from '../../../domain/forms/payment-contract.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { day, minute } from '../../../domain/time/spans.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Beans } from '../../ui/beans.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { needsProfile, ProfileNeeded } from '../profile-needed.tsx'
import { PaidWords } from './paid-words.tsx'
import { linkToSubmission, PaymentFrame, PaymentMissing } from './payment-frame.tsx'
import { PriceTable } from './price-table.tsx'
import { refreshFormPayments, returnWithKey, type SubmissionAddress, submissionPayment } from './queries.ts'
import { usePaying } from './use-paying.ts'

/** The page `form/payment/:id/:submissionId`: what is paid now to get the place. The key in the address is for who has no account. */
export default function FormPaymentPage() {
  const { id = '', submissionId = '' } = useParams()
  const [search] = useSearchParams()
  const address = { id, submissionId, key: search.get('key') ?? undefined }
  const sessionId = search.get('session_id')
  const { data, error, refetch, isFetching } = useQuery(submissionPayment(address))
  useTitle(data ? `Pay, ${data.form.title}` : null)
  if (!data) return <PaymentMissing error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (sessionId !== null && address.key !== undefined) return <Returned address={address} payment={data} sessionId={sessionId} />
  return <Payment address={address} payment={data} />
}

type PaymentProps = { address: SubmissionAddress; payment: SubmissionPayment }

/** Stripe's word may be late, so we ask. */
function Returned({ address, payment, sessionId }: PaymentProps & { sessionId: string }) {
  const { data, error } = useQuery(returnWithKey(address, sessionId))
  const client = useQueryClient()
  const state = data?.state
  useEffect(() => {
    if (state === 'paid') void refreshFormPayments(client)
  }, [state, client])
  const isWaiting = payment.state === 'paying' && !error && state !== 'failed'
  if (!isWaiting || payment.payments.some((one) => one.state === 'late')) return <Payment address={address} payment={payment} />
  return (
    <PaymentFrame address={address} payment={payment} title="Your payment is on its way">
      <p role="status" className="text-soft">
        We ask Stripe about your payment. This page changes once it has arrived. You can also close it: nothing is lost.
      </p>
    </PaymentFrame>
  )
}

function Payment({ address, payment }: PaymentProps) {
  const { state, parts, payments, canPay, isMine } = payment
  const isFirstOpen = parts.some((part) => part.number === 0 && isUnpaid(part))
  if (state === 'accepted' && !isFirstOpen) return <Paid address={address} payment={payment} />
  if (payments.some((one) => one.state === 'late'))
    return (
      <Notice
        address={address}
        payment={payment}
        title="Your payment came too late"
        text="There is no place any longer, so your money goes back. Your bank shows it in 5 to 10 days."
      />
    )
  if (state === 'ended' || state === 'withdrawn' || state === 'declined') {
    const charged = payments.length === 0 ? 'Nothing was charged.' : `Ask the organizers of ${payment.form.team.name} about what was paid.`
    return (
      <Notice
        address={address}
        payment={payment}
        title={state === 'ended' ? 'Your place was not kept' : 'There is nothing to pay'}
        text={state === 'ended' ? `It was not paid in time. ${charged} You can fill the form again.` : charged}
        action={<LinkButton to={formPath(address.id)}>Open the form</LinkButton>}
      />
    )
  }
  if (state === 'waiting' || state === 'asked')
    return (
      <Notice
        address={address}
        payment={payment}
        title="Nothing to pay yet"
        text={
          state === 'asked'
            ? 'An organizer looks at your answers first. We tell you when you can pay.'
            : 'You are in line. We tell you when there is a place for you.'
        }
      />
    )
  if (!canPay)
    return (
      <Notice
        address={address}
        payment={payment}
        title={isMine ? 'You cannot pay at the moment' : 'Not paid yet'}
        text={
          isMine
            ? `${payment.form.team.name} cannot take payments now, or the time to pay is over. Ask the organizers.`
            : 'Only the person who sent it can pay.'
        }
      />
    )
  return <PayNow address={address} payment={payment} />
}

/** "6:44 PM", with the day if it is another one. */
const writeHold = (until: number, now: number): string =>
  until - now < day / 2
    ? writeDate(until, { now }, { hour: 'numeric', minute: '2-digit' })
    : writeDate(until, { now }, { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

function PayNow({ address, payment }: PaymentProps) {
  const { parts, currency, payUntil } = payment
  const now = useNow(minute)
  const pay = usePaying(address)
  const [first] = parts
  const later = parts.filter((part) => part.number > 0 && isUnpaid(part))
  const amount = first?.amount ?? 0
  const money = (sum: number) => formatExactMoney({ amount: sum, currency })
  return (
    <PaymentFrame address={address} payment={payment} title="Pay to keep your place">
      {payUntil !== null && (
        <p className="font-strong">
          Your place is kept until <time dateTime={new Date(payUntil).toISOString()}>{writeHold(payUntil, now)}</time>.
        </p>
      )}
      <PriceTable {...payment} />
      {later.length > 0 && (
        <section aria-labelledby="parts" className="grid gap-2.5">
          <h2 id="parts" className="text-title">
            In {parts.length} parts
          </h2>
          <ul className="grid gap-2">
            <li className="flex justify-between gap-4 font-strong">
              Now <span className="tabular-nums">{money(amount)}</span>
            </li>
            {later.map((part) => (
              <li key={part.number} className="flex justify-between gap-4 text-soft">
                By {writeDeadline(part.dueOn ?? '', now)} <span className="tabular-nums">{money(part.amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="grid gap-2">
        <Button
          variant="primary"
          className="w-full sm:w-auto sm:justify-self-start"
          isPending={pay.isPending}
          onClick={() => pay.mutate({ parts: [0], amount })}
        >
          Pay {money(amount)}
        </Button>
        {needsProfile(pay.error) && <ProfileNeeded error={pay.error} />}
        <p className="text-small text-soft">You pay {payment.form.team.name} on a page of Stripe, and come back here.</p>
      </div>
    </PaymentFrame>
  )
}

function Paid({ address, payment }: PaymentProps) {
  const { parts, paid, currency, lastWords } = payment
  const thankYouUrl = lastWords?.thankYouUrl ?? null
  const isMore = parts.some(isUnpaid)
  return (
    <PaymentFrame address={address} payment={payment} title="You are in">
      <Beans size={88} mood="happy" />
      <p role="status" className="text-soft">
        You paid {formatExactMoney({ amount: paid, currency })}. The receipt is in your email.
        {isMore && ' The rest is due later, and we remind you.'}
      </p>
      {lastWords && <PaidWords address={address} words={lastWords} />}
      <PriceTable {...payment} />
      <div className="flex flex-wrap gap-2.5">
        {thankYouUrl !== null && (
          <LinkButton variant="primary" to={thankYouUrl}>
            Go on
          </LinkButton>
        )}
        <LinkButton variant={thankYouUrl === null ? 'primary' : 'plain'} to={linkToSubmission(address)}>
          See what you sent
        </LinkButton>
        {isMore && address.key === undefined && <LinkButton to={payBalancePath(address.id, address.submissionId)}>Pay the rest</LinkButton>}
      </div>
      {isMore && address.key !== undefined && <LaterParts address={address} payment={payment} />}
    </PaymentFrame>
  )
}

/** For who has no account, because the page with all payments is for accounts. */
function LaterParts({ address, payment }: PaymentProps) {
  const now = useNow(minute)
  const pay = usePaying(address)
  if (!payment.canPay) return null
  return (
    <div className="flex flex-wrap gap-2.5">
      {payment.parts.filter(isUnpaid).map(({ number, amount, dueOn }) => (
        <Button
          key={number}
          isPending={pay.isPending && pay.variables?.parts.includes(number)}
          onClick={() => pay.mutate({ parts: [number], amount })}
        >
          Pay {formatExactMoney({ amount, currency: payment.currency })}
          {dueOn !== null && `, due by ${writeDeadline(dueOn, now)}`}
        </Button>
      ))}
      {needsProfile(pay.error) && <ProfileNeeded error={pay.error} />}
    </div>
  )
}

type NoticeProps = PaymentProps & { title: string; text: string; action?: ReactNode }

function Notice({ address, payment, title, text, action }: NoticeProps) {
  return (
    <PaymentFrame address={address} payment={payment} title={title}>
      <p role="status" className="text-soft">
        {text}
      </p>
      <PriceTable {...payment} />
      {action && <div>{action}</div>}
    </PaymentFrame>
  )
}
