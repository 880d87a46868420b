import { useQuery } from '@tanstack/react-query'
import { type EventFeedbackSummary, ratings } from '../../../domain/events/event-feedback-contract.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { eventFeedbackSummary } from '../event-feedback-queries.ts'
import { formatCount } from './format-managed-event.ts'
import type { Hosting } from './use-hosting.ts'

/** Shown once the game is over: the feedback of its players, without names. */
export function FeedbackTab({ hosting: { managed, list } }: { hosting: Hosting }) {
  const { data: feedback, error, isFetching, refetch } = useQuery(eventFeedbackSummary(managed.event.id))
  if (!feedback) {
    if (!error) return <FeedbackLoading />
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (feedback.count === 0) {
    return (
      <EmptyState title="No feedback yet">
        We asked everyone who played. They have two weeks to answer. You will see their feedback here without names.
      </EmptyState>
    )
  }
  // Feedback still counts if its author was later recorded as a no-show, so there may be more answers than players.
  const playerCount = Math.max(feedback.count, list.going.filter(({ userId, isNoShow }) => userId !== null && !isNoShow).length)
  return (
    <section aria-labelledby="event-feedback" className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <div className="grid content-start gap-4">
        <h2 id="event-feedback">Feedback</h2>
        <p className="flex items-baseline gap-2.5">
          <b className="text-[2.5rem] leading-none tracking-tight tabular-nums">{feedback.average?.toFixed(1)}</b>
          <span className="text-soft">
            of {ratings.length}, from {feedback.count} of {formatCount(playerCount, 'player')}
          </span>
        </p>
        <RatingBars counts={feedback.ratings} />
      </div>
      <div className="grid content-start">
        {feedback.words.length === 0 ? (
          <p className="text-soft lg:pt-1">Nobody wrote a comment.</p>
        ) : (
          <ul aria-label="Comments">
            {feedback.words.map((comment, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: comments have no id, and the list does not change while it is shown.
              <li key={index} className="border-b border-line py-3.5 first:pt-0 lg:first:pt-1">
                <blockquote className="max-w-[64ch] whitespace-pre-line wrap-anywhere">{comment}</blockquote>
              </li>
            ))}
          </ul>
        )}
        <p className="pt-3.5 text-small text-soft">Comments are anonymous so that people can be honest.</p>
      </div>
    </section>
  )
}

/** A bar for each rating, the best first. */
function RatingBars({ counts }: { counts: EventFeedbackSummary['ratings'] }) {
  const maxCount = Math.max(1, ...counts)
  const rows = ratings.map((label, index) => ({ label, count: counts[index] ?? 0 })).reverse()
  return (
    <ul aria-label="Ratings" className="grid gap-2">
      {rows.map(({ label, count }) => (
        <li key={label} className="grid grid-cols-[4.5rem_minmax(0,1fr)_1.5rem] items-center gap-3 text-small">
          <span className={count === 0 ? 'text-soft' : 'font-medium'}>{label}</span>
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-wash">
            <span className="block h-full rounded-full bg-court" style={{ width: `${(100 * count) / maxCount}%` }} />
          </span>
          <span className="text-right tabular-nums text-soft">{count}</span>
        </li>
      ))}
    </ul>
  )
}

function FeedbackLoading() {
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
