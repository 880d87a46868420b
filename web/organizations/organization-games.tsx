import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import type { Organization } from '../../domain/organizations/contract.ts'
import { EventRow } from '../discover/event-row.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonRow } from '../ui/skeleton.tsx'
import { organizationGames } from './queries.ts'

/** The public games to come of all communities. */
export function OrganizationGames({ organization: { id, name } }: { organization: Organization }) {
  const [now] = useState(() => Date.now())
  const query = useInfiniteQuery(organizationGames(id))
  const events = keepFirstOfSeries(query.data?.pages.flatMap((page) => page.events) ?? [])
  return (
    <section aria-labelledby="organization-games" className="grid gap-3">
      <h2 id="organization-games" className="text-title">
        Next games
      </h2>
      {query.isPending ? (
        <Loading label="Loading the games">
          <SkeletonRow />
          <SkeletonRow />
        </Loading>
      ) : query.data === undefined ? (
        <ErrorNotice
          title="The games could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : events.length === 0 && !query.hasNextPage ? (
        <EmptyState title="No games yet" hasBeans={false} className="py-4">
          New games of the communities of {name} will be listed here.
        </EmptyState>
      ) : (
        <div>
          {events.length > 0 && (
            <ul aria-label="Games" className="border-b border-line">
              {events.map((event) => (
                <EventRow key={event.id} event={{ ...event, miles: null, reasons: [] }} now={now} />
              ))}
            </ul>
          )}
          <ShowMore query={query} />
        </div>
      )}
    </section>
  )
}
