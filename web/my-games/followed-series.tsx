import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { FollowedSeries as Series } from '../../domain/my-games/contract.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { eventPath } from '../discover/event-row.tsx'
import { Button } from '../ui/button.tsx'
import { DateBadge } from '../ui/date-badge.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { followedSeries, followingSeries } from './queries.ts'

/** The series that the viewer follows, each with its next date. Shows nothing if there are none, unless the viewer has just left the last one. */
export function FollowedSeries() {
  const { data, error, refetch, isFetching } = useQuery(followedSeries)
  const [hasUnfollowed, setHasUnfollowed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, data?.length ?? 0)
  if (!data && error) {
    return (
      <ErrorNotice title="We could not load the series you follow" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  }
  if (!data || (data.length === 0 && !hasUnfollowed)) return null
  return (
    <section aria-labelledby="followed-series" className="grid gap-2 pt-6">
      <h2 id="followed-series" ref={heading} tabIndex={-1} className="text-title">
        Series you follow
      </h2>
      {data.length === 0 ? (
        <p className="text-soft">You follow no series now.</p>
      ) : (
        <ul aria-labelledby="followed-series" className="border-b border-line">
          {data.map((series) => (
            <SeriesRow key={series.id} series={series} onUnfollow={() => setHasUnfollowed(true)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SeriesRow({ series: { id, title, words, next }, onUnfollow }: { series: Series; onUnfollow: () => void }) {
  const follow = useMutation(followingSeries(id, next.eventId))
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-t border-line first:border-t-0">
      <Link
        to={eventPath(next.eventId)}
        className="group grid min-w-0 flex-1 basis-56 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 py-3.5 focus-visible:-outline-offset-2"
      >
        <DateBadge date={instantToLocal(next.startsAt, next.timeZone).date} />
        <span className="grid min-w-0 gap-0.5">
          <span className="text-small font-strong text-court">{words}</span>
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{title}</span>
          <span className="line-clamp-1 text-small text-soft wrap-anywhere">{next.placeName}</span>
        </span>
      </Link>
      <Button
        size="small"
        aria-label={`Unfollow ${title}`}
        isPending={follow.isPending}
        onClick={() => {
          onUnfollow()
          follow.mutate(false, { onError: showFailure })
        }}
        className="mb-3 ml-17 sm:mb-0 sm:ml-0"
      >
        Unfollow
      </Button>
    </li>
  )
}
