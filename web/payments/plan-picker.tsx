import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paymentErrors } from '../../domain/errors/payment-errors.ts'
import type { PlanRow } from '../../domain/payments/contract.ts'
import { listPlansOfSize } from '../../domain/payments/plan-rows.ts'
import { minute } from '../../domain/time/spans.ts'
import { useConfig } from '../app-state.ts'
import { holdReload } from '../busy.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { KeyNotSet } from './key-not-set.tsx'
import { leaveForStripe } from './leave-for-stripe.ts'
import { LevelSelect } from './level-select.tsx'
import { PlanCard } from './plan-card.tsx'
import { type PlanHolder, writeDay } from './plan-holder.ts'
import { buyingPlan, paymentsOverview, planList, resumingPlan } from './queries.ts'

type PlanPickerProps = {
  holder: PlanHolder
  level: number
  onLevel: (level: number) => void
  /** Called for a plan that needs a confirmation: another paid one, or the free one. */
  onPick: (plan: PlanRow) => void
  onDone: () => void
}

const isCurrent = ({ uid, priceId }: PlanRow, { subscription }: PlanHolder) =>
  subscription ? uid === subscription.planUid : priceId === null

/** The plans of one level as cards. */
export function PlanPicker({ holder, level, onLevel, onPick, onDone }: PlanPickerProps) {
  const { flags, platform } = useConfig()
  const overview = useQuery(paymentsOverview)
  const list = useQuery(planList(holder.list))
  const [isKeyMissing, setKeyMissing] = useState(false)
  const buy = useMutation({
    ...buyingPlan,
    onSuccess: ({ url }) => {
      if (url !== null) return leaveForStripe(url)
      showSnackbar('Successfully changed subscription!', { duration: 5000 })
      onDone()
    },
  })
  useEffect(() => (buy.isPending ? holdReload() : undefined), [buy.isPending])
  const plans = listPlansOfSize(list.data?.plans ?? [], level).filter(
    (plan) => flags.subscriptionsEnabled || plan.priceId === null || isCurrent(plan, holder),
  )
  const { type, id, subscription } = holder
  const start = (plan: PlanRow) => {
    if (plan.priceId !== null && overview.data?.publishableKey === null) return setKeyMissing(true)
    if (subscription) return onPick(plan)
    buy.mutate({
      items: [
        {
          ...{ id: plan.uid, teamId: type === 'team' ? id : null, name: plan.label, quantity: 1, cost: plan.cost },
          ...{ type: type === 'team' ? 'TEAMS' : 'USER', subscriptionPriceId: plan.priceId, platform },
        },
      ],
      environment: overview.data?.environment,
    })
  }
  const startedId = buy.variables?.items[0]?.id
  return (
    <div className="grid gap-5">
      {holder.name !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 text-soft wrap-anywhere">{holder.name}</p>
          {flags.subscriptionsEnabled && <LevelSelect isLabelHidden level={level} onChange={onLevel} className="w-56" />}
        </div>
      )}
      {subscription?.endsAtPeriodEnd && <KeepPlan holder={holder} />}
      {!flags.subscriptionsEnabled && <p className="text-soft">{paymentErrors.SubscriptionsOff.message}</p>}
      {isKeyMissing && <KeyNotSet />}
      {buy.error && <ErrorNotice error={buy.error} />}
      {list.data ? (
        <ul aria-label="Plans" className="grid justify-items-center gap-3.5 sm:grid-cols-2 sm:justify-items-stretch">
          {plans.map((plan) => (
            <PlanCard
              key={plan.uid}
              plan={plan}
              isMarked={isCurrent(plan, holder)}
              note={plan.priceId !== null && holder.trialDays > 0 ? `The first ${holder.trialDays} days are free` : undefined}
            >
              {(headingId) =>
                isCurrent(plan, holder) ? (
                  <Button disabled aria-describedby={headingId}>
                    Current
                  </Button>
                ) : (
                  <Button
                    variant={plan.priceId === null ? 'plain' : 'primary'}
                    aria-describedby={headingId}
                    // It becomes free by itself then.
                    disabled={plan.priceId === null && subscription?.endsAtPeriodEnd === true}
                    isPending={buy.isPending && startedId === plan.uid}
                    pendingLabel="Opening Stripe"
                    onClick={() => start(plan)}
                  >
                    Get started
                  </Button>
                )
              }
            </PlanCard>
          ))}
        </ul>
      ) : list.error ? (
        <ErrorNotice
          title="We could not load the plans"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <PlansLoading />
      )}
    </div>
  )
}

/** For a plan that was cancelled and has not ended yet. */
function KeepPlan({ holder: { type, id, planName, subscription } }: { holder: PlanHolder }) {
  const now = useNow(minute)
  const resume = useMutation({
    ...resumingPlan,
    onSuccess: () => void showSnackbar(`${planName} continues.`, { duration: 5000 }),
  })
  if (!subscription) return null
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-wash py-2.5 pr-2.5 pl-4">
        <p className="min-w-0 flex-1">
          <strong className="font-strong">{planName}</strong> ends on {writeDay(subscription.periodEnd, now)}. Until then, nothing changes.
        </p>
        <Button size="small" isPending={resume.isPending} onClick={() => resume.mutate({ type, id })}>
          Keep plan
        </Button>
      </div>
      {resume.error && <ErrorNotice error={resume.error} />}
    </div>
  )
}

function PlansLoading() {
  return (
    <Loading label="Loading the plans">
      <div className="grid gap-3.5 sm:grid-cols-2">
        {['first', 'second'].map((card) => (
          <div key={card} className="grid max-w-[283px] gap-3 rounded-card border border-line p-4.5">
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-8 w-28" />
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-11.5 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
