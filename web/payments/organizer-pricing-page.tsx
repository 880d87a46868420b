import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { paymentErrors } from '../../domain/errors/payment-errors.ts'
import type { PlanRow } from '../../domain/payments/contract.ts'
import { listPlansOfSize } from '../../domain/payments/plan-rows.ts'
import { teamSizes } from '../../domain/payments/plans.ts'
import { trialDays } from '../../domain/payments/subscription-states.ts'
import { useConfig } from '../app-state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { LinkButton } from '../ui/button.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { PlanCard } from './plan-card.tsx'
import { planList } from './queries.ts'
import { Questions } from './questions.tsx'

const LevelSelect = lazyAfterPaint(async () => (await import('./level-select.tsx')).LevelSelect)

const questions = [
  { question: 'Can I change my plan later?', answer: 'Yes, at any time. Before you confirm, you see what the change costs to the cent.' },
  {
    question: 'What if my community grows?',
    answer: 'Nobody has to leave. Over the limit of your plan, you cannot add more people until you choose a larger one.',
  },
  {
    question: 'What if I cancel?',
    answer: 'You keep the plan until the end of the month that you paid for. Then your community is on Rookie, and everything in it stays.',
  },
  { question: 'What if a payment fails?', answer: 'You keep the plan for 14 days, and we write to you until the payment works.' },
]

/** What the plans for communities cost and give. */
export default function OrganizerPricingPage() {
  const { flags } = useConfig()
  const list = useQuery(planList('teams'))
  const [level, setLevel] = useState<number>(teamSizes[0])
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-12 pt-3 sm:gap-16 sm:pt-12')}>
      <header className="grid items-end gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-3">
          <h1 className="text-display sm:text-hero">Room for your whole community.</h1>
          <p className="max-w-[56ch] text-lead text-soft">
            Start free with 30 members. When you grow, try a paid plan for {trialDays} days before you pay.
          </p>
        </div>
        <div className="grid h-28 grid-cols-3 gap-2.5 max-lg:hidden" aria-hidden="true">
          <CourtArt activity="pickleball" seed="rookie" className="size-full overflow-hidden rounded-card" />
          <CourtArt activity="soccer" seed="varsity" className="size-full overflow-hidden rounded-card" />
          <CourtArt activity="basketball" seed="pro" className="size-full overflow-hidden rounded-card" />
        </div>
      </header>
      <section aria-label="Plans" className="grid gap-6">
        <Suspense fallback={<Skeleton className="h-[4.5rem] w-full sm:w-64" />}>
          <LevelSelect level={level} onChange={setLevel} className="sm:w-64" />
        </Suspense>
        {!flags.subscriptionsEnabled && <p className="text-soft">{paymentErrors.SubscriptionsOff.message}</p>}
        {list.data ? (
          <ul className="flex flex-wrap justify-between gap-5 max-lg:justify-start">
            {listPlansOfSize(list.data.plans, level).map((plan) => (
              <PlanCard
                key={plan.uid}
                plan={plan}
                isMarked={plan.item === 'VARSITY'}
                note={plan.priceId === null ? 'As long as you like' : `The first ${trialDays} days are free`}
                className="max-sm:max-w-none"
              >
                {(headingId) => <StartButton plan={plan} isSold={flags.subscriptionsEnabled} describedBy={headingId} />}
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
          <Loading label="Loading the plans">
            <div className="flex flex-wrap justify-between gap-5 max-lg:justify-start">
              {['first', 'second', 'third'].map((card) => (
                <Skeleton key={card} className="h-96 w-full rounded-card sm:w-[283px]" />
              ))}
            </div>
          </Loading>
        )}
      </section>
      <Questions questions={questions} />
    </div>
  )
}

/** A community is created first. Its plan is then chosen in the settings. */
function StartButton({ plan, isSold, describedBy }: { plan: PlanRow; isSold: boolean; describedBy: string }) {
  if (plan.priceId === null) {
    return (
      <LinkButton to="/teams/create" aria-describedby={describedBy}>
        Start a community
      </LinkButton>
    )
  }
  if (!isSold) return null
  return (
    <LinkButton to="/settings?tab=payments" variant={plan.item === 'VARSITY' ? 'primary' : 'plain'} aria-describedby={describedBy}>
      Get started
    </LinkButton>
  )
}
