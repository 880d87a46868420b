import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { followedPeople } from '../../domain/discover/state.ts'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonRow } from '../ui/skeleton.tsx'
import { EventRow } from './event-row.tsx'
import { countWords } from './filter-words.ts'
import { discoveredEvents } from './queries.ts'
import type { Discovering } from './use-discover-state.ts'
import { useTeam } from './use-team.ts'

// Most searches find something.
const NothingHere = lazy(async () => ({ default: (await import('./nothing-here.tsx')).NothingHere }))
const NothingOfHosts = lazy(async () => ({ default: (await import('./nothing-of-hosts.tsx')).NothingOfHosts }))
const NothingOfTeam = lazy(async () => ({ default: (await import('./nothing-of-team.tsx')).NothingOfTeam }))

/** Enough to look at before one asks for more, and how often it is asked on by itself where few of many fit. */
const enough = 8
const askedOnMost = 4

export function useDiscoveredEvents({ search, isReady }: Discovering) {
  const query = useInfiniteQuery({ ...discoveredEvents(search), enabled: isReady })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const pages = data?.pages.length ?? 0
  const events: DiscoverEvent[] = data?.pages.flatMap((page) => page.events) ?? []
  const isLookingOn = hasNextPage && events.length < enough && pages < askedOnMost && !isError
  useEffect(() => {
    if (isLookingOn && !isFetching) void fetchNextPage()
  }, [isLookingOn, isFetching, fetchNextPage])
  return { query, events, isLookingOn }
}

type EventListProps = Discovering & {
  found: ReturnType<typeof useDiscoveredEvents>
  lit: string | null
  onLight: (id: string | null) => void
}

export function EventList({ found: { query, events, isLookingOn }, lit, onLight, ...discovering }: EventListProps) {
  const { state, city, change } = discovering
  const [now] = useState(() => Date.now())
  const isEmpty = events.length === 0
  const team = useTeam(state.teamId)
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
  if (query.isPending || (isEmpty && isLookingOn)) return <ListLoading />
  return (
    <>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5 px-4.5 pb-3 sm:px-6">
        <div role="status">
          <h1 className={isEmpty ? 'sr-only' : 'text-heading'}>
            {isEmpty ? 'No games' : countWords(state, { city, team }, events.length, query.hasNextPage)}
          </h1>
        </div>
        {!isEmpty && state.isFollowed && (
          <Link to={followedPeople} className="-my-2 py-2 text-small font-strong text-court underline-offset-3 hover:underline">
            People you follow
          </Link>
        )}
        {!isEmpty && !state.isPast && <OrderChoice state={state} change={change} />}
      </header>
      {isEmpty ? (
        <Suspense>
          {state.teamId !== null ? (
            <NothingOfTeam {...discovering} />
          ) : state.isFollowed ? (
            <NothingOfHosts {...discovering} />
          ) : (
            <NothingHere {...discovering} />
          )}
        </Suspense>
      ) : (
        <ol
          aria-label="Games"
          aria-busy={query.isPlaceholderData}
          className={joinClasses('border-b border-line transition-opacity duration-150', query.isPlaceholderData && 'opacity-55')}
        >
          {events.map((event) => (
            <EventRow key={event.id} event={event} now={now} isLit={lit === event.id} onLight={onLight} className="px-4.5 sm:px-6" />
          ))}
        </ol>
      )}
      <div className="px-4.5 pb-6 sm:px-6">
        <ShowMore query={query} />
      </div>
    </>
  )
}

function OrderChoice({ state, change }: Pick<Discovering, 'state' | 'change'>) {
  const look = (isOn: boolean) =>
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
        className={look(state.order === 'best')}
        onClick={() => change({ ...state, order: 'best' })}
      >
        Near, soon and your level first
      </button>
      <button
        type="button"
        aria-pressed={state.order === 'date'}
        className={look(state.order === 'date')}
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
