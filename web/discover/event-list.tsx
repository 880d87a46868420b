import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { DiscoverEvent, DiscoverPage } from '../../domain/discover/contract.ts'
import { followedPeoplePath } from '../../domain/discover/state.ts'
import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import { useViewer } from '../app-state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonRow } from '../ui/skeleton.tsx'
import { discoveredEvents } from './event-queries.ts'
import { EventRow } from './event-row.tsx'
import { formatRanked } from './format-event.ts'
import { formatEventCount } from './format-filters.ts'
import type { DiscoverControls } from './use-discover-state.ts'
import { useTeam } from './use-team.ts'

// We load these only when they are needed: most searches find something.
const NoEvents = lazy(async () => ({ default: (await import('./no-events.tsx')).NoEvents }))
const NoEventsByHosts = lazy(async () => ({ default: (await import('./no-events-by-hosts.tsx')).NoEventsByHosts }))
const NoEventsByTeam = lazy(async () => ({ default: (await import('./no-events-by-team.tsx')).NoEventsByTeam }))

const SaveCorner = lazyAfterPaint(async () => (await import('../my-games/save-corner.tsx')).SaveCorner)

/** Pages can come back short because of the filters. We load more of them until there are this many results. */
const minResults = 8
/** How many pages we load without the user asking for more. */
const maxAutoPages = 4

export function useDiscoveredEvents({ state, search, isReady }: DiscoverControls) {
  const query = useInfiniteQuery({ ...discoveredEvents(search), enabled: isReady })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const pages = data?.pages.length ?? 0
  const found: DiscoverEvent[] = data?.pages.flatMap((page) => page.events) ?? []
  // A later page can have further dates of a series whose row is already shown.
  const events = state.isPast ? found : keepFirstOfSeries(found)
  const isLoadingMore = hasNextPage && events.length < minResults && pages < maxAutoPages && !isError
  useEffect(() => {
    if (isLoadingMore && !isFetching) void fetchNextPage()
  }, [isLoadingMore, isFetching, fetchNextPage])
  return { query, events, count: countGames(data?.pages ?? [], hasNextPage), isLoadingMore }
}

/** How many games the search has found so far. A series is one row of the list, but its dates are games. */
function countGames(pages: readonly DiscoverPage[], hasNextPage: boolean): { games: number; hasMore: boolean } {
  const ranked = pages[0]?.ranked
  const rows = pages.reduce((sum, { events }) => sum + events.length, 0)
  if (ranked) return { games: Math.max(ranked.count, rows), hasMore: ranked.until !== null }
  // An answer that an older version kept for offline use has no number.
  return { games: pages.reduce((sum, { games, events }) => sum + (games ?? events.length), 0), hasMore: hasNextPage }
}

type EventListProps = DiscoverControls & {
  results: ReturnType<typeof useDiscoveredEvents>
  highlightedId: string | null
  onHighlight: (id: string | null) => void
}

export function EventList({ results: { query, events, count, isLoadingMore }, highlightedId, onHighlight, ...controls }: EventListProps) {
  const { state, city, change } = controls
  const [now] = useState(() => Date.now())
  const isEmpty = events.length === 0
  const ranked = query.data?.pages[0]?.ranked
  const team = useTeam(state.teamId)
  const maySave = useViewer()?.profileComplete === true && !state.isPast
  if (query.isError && isEmpty) {
    return (
      <ErrorNotice
        className="px-4.5 py-8 sm:px-6"
        title="The games could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (query.isPending || (isEmpty && isLoadingMore)) return <ListLoading />
  return (
    <>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5 px-4.5 pb-3 sm:px-6">
        <div role="status">
          <h1 className={isEmpty ? 'sr-only' : 'text-heading'}>{isEmpty ? 'No games' : formatEventCount(state, { city, team }, count)}</h1>
        </div>
        {!isEmpty && state.isFollowed && (
          <Link to={followedPeoplePath} className="-my-2 py-2 text-small font-strong text-court underline-offset-3 hover:underline">
            People you follow
          </Link>
        )}
        {!isEmpty && !state.isPast && <OrderChoice state={state} change={change} />}
        {ranked && ranked.count > 1 && <p className="w-full text-small text-soft">{formatRanked(ranked, Date.now())}</p>}
      </header>
      {isEmpty ? (
        <Suspense>
          {state.teamId !== null ? (
            <NoEventsByTeam {...controls} />
          ) : state.isFollowed ? (
            <NoEventsByHosts {...controls} />
          ) : (
            <NoEvents {...controls} />
          )}
        </Suspense>
      ) : (
        <ol
          aria-label="Games"
          aria-busy={query.isPlaceholderData}
          className={joinClasses('border-b border-line transition-opacity duration-150', query.isPlaceholderData && 'opacity-55')}
        >
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              now={now}
              isHighlighted={highlightedId === event.id}
              onHighlight={onHighlight}
              className="px-4.5 sm:px-6"
              corner={
                maySave && (
                  <Suspense>
                    <SaveCorner id={event.id} title={event.title} />
                  </Suspense>
                )
              }
            />
          ))}
        </ol>
      )}
      <div className="px-4.5 pb-6 sm:px-6">
        <ShowMore query={query} />
      </div>
    </>
  )
}

function OrderChoice({ state, change }: Pick<DiscoverControls, 'state' | 'change'>) {
  const getOptionClasses = (isOn: boolean) =>
    joinClasses(
      'relative py-1 after:absolute after:-inset-y-1.5 after:-inset-x-1',
      isOn ? 'font-medium text-ink' : 'text-soft hover:text-ink',
    )
  return (
    <fieldset className="flex flex-wrap gap-x-4 text-small">
      <legend className="sr-only">Sort by</legend>
      <button
        type="button"
        aria-pressed={state.order === 'best'}
        className={getOptionClasses(state.order === 'best')}
        onClick={() => change({ ...state, order: 'best' })}
      >
        Best match
      </button>
      <button
        type="button"
        aria-pressed={state.order === 'date'}
        className={getOptionClasses(state.order === 'date')}
        onClick={() => change({ ...state, order: 'date' })}
      >
        By date
      </button>
    </fieldset>
  )
}

export function ListLoading({ label = 'Looking for games' }: { label?: string }) {
  return (
    <Loading label={label} className="px-4.5 sm:px-6">
      <Skeleton className="mb-10 h-8 w-52" />
      {[1, 2, 3, 4, 5].map((row) => (
        <SkeletonRow key={row} />
      ))}
    </Loading>
  )
}
