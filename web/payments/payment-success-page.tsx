import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { refreshDues } from '../dues/queries.ts'
import { refreshGames } from '../events/refresh-games.ts'
import { refreshFormPayments } from '../forms/payment/queries.ts'
import { LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { CardResult } from './card-result.tsx'
import { DuesResult } from './dues-result.tsx'
import { FormResult } from './form-result.tsx'
import { MembershipResult } from './membership-result.tsx'
import { PlanResult } from './plan-result.tsx'
import { askAboutPayment, refreshPayments } from './queries.ts'
import { ResultMessage } from './result-message.tsx'
import { SeatResult } from './seat-result.tsx'
import { useCongratulations, useReturningSession } from './use-paid-session.ts'

/** While Stripe waits for the money, for example from a bank, we ask again. A person may ask ten times a minute. */
const askAgainMs = 10_000

const paymentOf = (sessionId: string) =>
  queryOptions({
    queryKey: ['payments', 'return', sessionId],
    queryFn: () => askAboutPayment({ sessionId }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' ? askAgainMs : false),
  })

/** Where Stripe leads the person after its page. It says what the server knows about the payment, also after a reload. */
export default function PaymentSuccessPage() {
  const sessionId = useReturningSession()
  return (
    <div className={pageFrame('narrow', 'pt-6 sm:pt-16')}>
      {sessionId ? (
        <Payment sessionId={sessionId} />
      ) : (
        <ResultMessage
          title="No payment to show"
          text="The address of this page names no payment. Everything that you have paid is in your invoices."
          links={<LinkButton to="/invoices">View Invoices</LinkButton>}
        />
      )}
    </div>
  )
}

function Payment({ sessionId }: { sessionId: string }) {
  const { data, error, refetch, isFetching } = useQuery(paymentOf(sessionId))
  const queryClient = useQueryClient()
  const state = data?.state
  useCongratulations(data)
  useEffect(() => {
    if (state !== 'paid') return
    void refreshPayments(queryClient)
    void refreshGames(queryClient)
    void refreshDues(queryClient)
    void refreshFormPayments(queryClient)
  }, [state, queryClient])
  if (data) return <Result result={data} />
  if (error) {
    return (
      <div className="grid gap-4">
        <h1>Your payment</h1>
        <ErrorNotice title="We could not ask about your payment" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    )
  }
  return (
    <Loading label="Asking Stripe about your payment">
      <SkeletonText lines={4} />
    </Loading>
  )
}

function Result({ result }: { result: PaymentResult }) {
  const { bought } = result
  if (bought?.kind === 'seat') return <SeatResult {...result} bought={bought} />
  if (bought?.kind === 'dues') return <DuesResult {...result} bought={bought} />
  if (bought?.kind === 'form') return <FormResult {...result} bought={bought} />
  if (bought?.kind === 'card') return <CardResult {...result} bought={bought} />
  if (bought?.kind === 'membership') return <MembershipResult {...result} bought={bought} />
  return <PlanResult {...result} bought={bought} />
}
