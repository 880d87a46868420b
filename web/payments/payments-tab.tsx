import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { HistorySection } from './history-section.tsx'
import { PayoutsSection } from './payouts-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { paymentsOverview } from './queries.ts'
import { useStripeReturn } from './use-stripe-return.ts'

/** The settings tab about money: what the viewer is paid, what they pay, and what they have paid. */
export default function PaymentsTab() {
  const { data, error, refetch, isFetching } = useQuery(paymentsOverview)
  const isLinking = useStripeReturn()
  if (data) {
    return (
      <div>
        <PayoutsSection overview={data} isLinking={isLinking} />
        <PlansSection overview={data} />
        <HistorySection />
      </div>
    )
  }
  if (error) {
    return <ErrorNotice title="We could not load your payments" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <Loading label="Loading your payments">
      <div className="grid gap-10 pt-3">
        {['payouts', 'plans', 'history'].map((section) => (
          <div key={section} className="grid gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,17rem)_minmax(0,40rem)]">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-28 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
