import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonRow } from '../ui/skeleton.tsx'
import { EventRow } from './event-row.tsx'

type Game = ComponentProps<typeof EventRow>['event']

type PagedGamesProps = {
  query: UseInfiniteQueryResult<{ pages: readonly unknown[] }>
  /** The games of all loaded pages. A page can be empty and still have a next one. */
  events: readonly Game[]
  now: number
  empty: { title: string; text: string }
  /** What stands below the row of a game. */
  renderAfter?: (game: Game) => ReactNode
}

/** The games of a community or an organization, with the states of loading them. */
export function PagedGames({ query, events, now, empty, renderAfter }: PagedGamesProps) {
  if (query.isPending) {
    return (
      <Loading label="Loading the games">
        <SkeletonRow />
        <SkeletonRow />
      </Loading>
    )
  }
  if (query.data === undefined) {
    return (
      <ErrorNotice
        title="The games could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (events.length === 0 && !query.hasNextPage) {
    return (
      <EmptyState title={empty.title} hasBeans={false} className="py-4">
        {empty.text}
      </EmptyState>
    )
  }
  return (
    <div>
      {events.length > 0 && (
        <ul aria-label="Games" className="border-b border-line">
          {events.map((event) => (
            <EventRow key={event.id} event={event} now={now} after={renderAfter?.(event)} />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </div>
  )
}
