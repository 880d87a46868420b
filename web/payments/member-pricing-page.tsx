import { useQuery } from '@tanstack/react-query'
import { paymentErrors } from '../../domain/errors/payment-errors.ts'
import { useConfig, usePlatform, useViewer } from '../app-state.ts'
import { LinkButton } from '../ui/button.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { memberPlusPath } from './member-plus-path.ts'
import { PlanCard } from './plan-card.tsx'
import { planList } from './queries.ts'
import { Questions } from './questions.tsx'

const questions = [
  {
    question: 'What is a saved search?',
    answer: 'An alert for the games that you like: which activities, where, and how far away. We write to you when such a game is new.',
  },
  {
    question: 'When can I join earlier?',
    answer: 'Some games open for joining at a set time. If the host allows it, you can join half an hour before everyone else.',
  },
  {
    question: 'What is the booking fee?',
    answer: 'In some games, players pay our fee on top of the price. With Member Plus you pay only the price.',
  },
  { question: 'What if I cancel?', answer: 'You keep Member Plus until the end of the year that you paid for. Your saved searches stay.' },
]

/** What Member Plus costs and gives. */
export default function MemberPricingPage() {
  const { flags } = useConfig()
  const { planLists } = usePlatform()
  const viewer = useViewer()
  const list = useQuery(planList(planLists.user))
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-12 pt-3 sm:gap-16 sm:pt-12')}>
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_auto]">
        <header className="grid gap-3">
          <h1 className="text-display sm:text-hero">Member Plus</h1>
          <p className="max-w-[48ch] text-lead text-soft">
            For people who play every week: no booking fee, a head start, and every game that fits you.
          </p>
          <div className="mt-4 grid h-36 grid-cols-3 gap-2.5 max-lg:hidden" aria-hidden="true">
            <CourtArt activity="tennis" seed="plus" className="size-full overflow-hidden rounded-card" />
            <CourtArt activity="padel" seed="plus" className="size-full overflow-hidden rounded-card" />
            <CourtArt activity="sand-volleyball" seed="plus" className="size-full overflow-hidden rounded-card" />
          </div>
        </header>
        <div className="grid gap-4">
          {!flags.subscriptionsEnabled && <p className="text-soft">{paymentErrors.SubscriptionsOff.message}</p>}
          {list.data ? (
            <ul aria-label="Plans" className="flex flex-wrap gap-5">
              {list.data.plans.map((plan) => (
                <PlanCard key={plan.uid} plan={plan} isMarked={plan.priceId !== null} className="max-sm:max-w-none sm:w-[283px]">
                  {(headingId) =>
                    plan.priceId !== null
                      ? flags.subscriptionsEnabled && (
                          <LinkButton variant="primary" to={memberPlusPath} aria-describedby={headingId}>
                            Get started
                          </LinkButton>
                        )
                      : !viewer && (
                          <LinkButton to="/sign-up" aria-describedby={headingId}>
                            Sign up
                          </LinkButton>
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
            <Loading label="Loading the plans">
              <div className="flex flex-wrap gap-5">
                <Skeleton className="h-72 w-full rounded-card sm:w-[283px]" />
                <Skeleton className="h-72 w-full rounded-card sm:w-[283px]" />
              </div>
            </Loading>
          )}
        </div>
      </div>
      <Questions questions={questions} />
    </div>
  )
}
