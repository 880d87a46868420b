import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { usePlatform, useViewer } from '../app-state.ts'
import { MyMemberships } from '../memberships/my-memberships.tsx'
import { myMemberships } from '../memberships/queries.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { InvoicesLoading } from './invoice-rows.tsx'
import { PaidForRow } from './paid-for-row.tsx'
import { toOwnHolder, toTeamHolder } from './plan-holder.ts'
import { PlanRow } from './plan-row.tsx'
import { paymentsOverview } from './queries.ts'

/** What the viewer pays for: their own plan, those of communities, and memberships. */
export default function SubscriptionsPage() {
  const { data, error, refetch, isFetching } = useQuery(paymentsOverview)
  const platform = usePlatform()
  const viewer = useViewer()
  const own = data?.memberPlus && viewer ? [{ holder: toOwnHolder(data, viewer.id, platform), title: 'You' }] : []
  const teams = (data?.teams ?? [])
    .filter(({ subscription }) => subscription?.isPayer)
    .map((team) => ({ holder: toTeamHolder(team), title: team.name }))
  const plans = [...own, ...teams]
  const paidFor = data?.paidFor ?? []
  const memberships = useInfiniteQuery(myMemberships)
  const bought = memberships.data?.pages[0]?.memberships
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 sm:pt-8')}>
      <header className="grid gap-1">
        <h1>Your Subscriptions</h1>
        <p className="max-w-[60ch] text-soft">
          The plans and memberships that you pay for. Invoices and payouts are in{' '}
          <Link to="/settings?tab=payments" className="font-strong text-court underline">
            Payments
          </Link>
          .
        </p>
      </header>
      {data ? (
        plans.length + paidFor.length > 0 ? (
          <ul aria-label="Your Subscriptions" className="border-y border-line">
            {plans.map(({ holder, title }) => (
              <PlanRow key={`${holder.type} ${holder.id}`} holder={holder} title={title} />
            ))}
            {paidFor.map((each) => (
              <PaidForRow key={each.subscription.id} paidFor={each} />
            ))}
          </ul>
        ) : bought === undefined ? (
          // Whether there are memberships is not known yet, or the list below says why not.
          !memberships.error && <InvoicesLoading />
        ) : bought.length > 0 ? null : (
          <EmptyState
            title="No active subscription found."
            action={
              <>
                <LinkButton to="/pricing/member">Member Plus</LinkButton>
                <LinkButton to="/organizer/pricing">Plans for communities</LinkButton>
              </>
            }
          >
            You pay for no plan. See what a plan gives you or your community.
          </EmptyState>
        )
      ) : error ? (
        <ErrorNotice title="We could not load your subscriptions" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <InvoicesLoading />
      )}
      <MyMemberships />
    </div>
  )
}
