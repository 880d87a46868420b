import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { City } from '../../domain/cities/contract.ts'
import { cityDiscoverPath, defaultDiscoverState, moveToCity, writeDiscoverState } from '../../domain/discover/state.ts'
import { discoveredEvents } from '../discover/event-queries.ts'
import { EventRow } from '../discover/event-row.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { GamesNearLoading, GuessNote, gamesNearClasses, gamesNearTitle } from './games-near-loading.tsx'

const maxGames = 4

/** The next few games around the city that was last chosen on this device, or that the edge guesses. */
export function GamesNear({ city, isGuess }: { city: City; isGuess: boolean }) {
  const [now] = useState(() => Date.now())
  const query = useInfiniteQuery(discoveredEvents(writeDiscoverState(moveToCity(defaultDiscoverState, city))))
  if (query.isPending) return <GamesNearLoading city={city} isGuess={isGuess} />
  const events = query.data?.pages[0]?.events.slice(0, maxGames)
  return (
    <section aria-labelledby="games-near" className={gamesNearClasses}>
      <h2 id="games-near" className={gamesNearTitle}>
        Games near {city.name}
      </h2>
      <GuessNote isGuess={isGuess} />
      {events === undefined ? (
        <ErrorNotice
          title="The games could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          className="lg:col-span-2"
        />
      ) : events.length === 0 ? (
        <p className="text-soft lg:col-span-2">
          There are no games here in the next few days.{' '}
          <Link to="/create/event" className="font-strong text-court hover:underline">
            Host the first one
          </Link>
        </p>
      ) : (
        <ol className="contents">
          {events.map((event) => (
            <EventRow key={event.id} event={event} now={now} />
          ))}
        </ol>
      )}
      <p className="mt-4 lg:col-span-2">
        <Link to={cityDiscoverPath(city)} className="inline-flex min-h-11 items-center font-strong text-court hover:underline">
          All games on the map
        </Link>
      </p>
    </section>
  )
}
