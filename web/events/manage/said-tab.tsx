import { useQuery } from '@tanstack/react-query'
import { type HowItWas, ratings } from '../../../domain/events/after-contract.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { howItWas } from '../after-queries.ts'
import { countWords } from './manage-words.ts'
import type { Hosting } from './use-hosting.ts'

/** Once it is over: how it was for who played. Nobody is named. */
export function SaidTab({ hosting: { managed, list } }: { hosting: Hosting }) {
  const { data: said, error, isFetching, refetch } = useQuery(howItWas(managed.event.id))
  if (!said) {
    if (!error) return <SaidGhost />
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (said.count === 0) {
    return (
      <EmptyState title="No feedback yet">
        We asked everyone who played. They have two weeks to answer. You will see their feedback here without names.
      </EmptyState>
    )
  }
  // Whoever said something and was written down as a no-show later counts among them all the same.
  const asked = Math.max(said.count, list.going.filter(({ userId, isNoShow }) => userId !== null && !isNoShow).length)
  return (
    <section aria-labelledby="what-players-said" className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <h2 id="what-players-said">Feedback</h2>
        <p className="flex items-baseline gap-2.5">
          <b className="text-[2.5rem] leading-none tracking-tight tabular-nums">{said.average?.toFixed(1)}</b>
          <span className="text-soft">
            of {ratings.length}, from {said.count} of {countWords(asked, 'player')}
          </span>
        </p>
        <RatingBars said={said} />
      </div>
      <div className="grid content-start">
        {said.words.length === 0 ? (
          <p className="text-soft lg:pt-1">Nobody wrote a comment.</p>
        ) : (
          <ul aria-label="Comments">
            {said.words.map((words, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words have no name of their own, and are only read.
              <li key={index} className="border-b border-line py-3.5 first:pt-0 lg:first:pt-1">
                <blockquote className="max-w-[64ch] whitespace-pre-line wrap-anywhere">{words}</blockquote>
              </li>
            ))}
          </ul>
        )}
        <p className="pt-3.5 text-small text-soft">Comments are anonymous so that people can be honest.</p>
      </div>
    </section>
  )
}

/** Ratings, the best first. */
function RatingBars({ said }: { said: HowItWas }) {
  const most = Math.max(1, ...said.ratings)
  const rows = ratings.map((label, index) => ({ label, count: said.ratings[index] ?? 0 })).reverse()
  return (
    <ul aria-label="Ratings" className="grid gap-2">
      {rows.map(({ label, count }) => (
        <li key={label} className="grid grid-cols-[4.5rem_minmax(0,1fr)_1.5rem] items-center gap-3 text-small">
          <span className={count === 0 ? 'text-soft' : 'font-medium'}>{label}</span>
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-wash">
            <span className="block h-full rounded-full bg-court" style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span className="text-right tabular-nums text-soft">{count}</span>
        </li>
      ))}
    </ul>
  )
}

function SaidGhost() {
  return (
    <Loading label="Loading feedback" className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <span className="grid content-start gap-4">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="h-10 w-60" />
        <Skeleton className="h-32" />
      </span>
      <span className="grid content-start gap-5">
        <Skeleton className="h-5 w-72 max-w-full" />
        <Skeleton className="h-5 w-96 max-w-full" />
        <Skeleton className="h-5 w-64 max-w-full" />
      </span>
    </Loading>
  )
}
