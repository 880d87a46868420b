import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ListedEvent } from '../../domain/events/contract.ts'
import { maxProfileGames, type PublicProfile } from '../../domain/profiles/public-contract.ts'
import { CompactEventRow, CompactEventRowsLoading, formatSeatsLeft } from '../home/compact-event-row.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { gamesHostedBy, gamesOf } from './queries.ts'

/** The games a person plays in, if they share them, and the games they host, which everyone can see. */
export function ProfileGames({ profile: { id, isMe, showsUpcomingGames } }: { profile: PublicProfile }) {
  const upcoming = useQuery({ ...gamesOf(id), enabled: showsUpcomingGames })
  const hosted = useQuery(gamesHostedBy(id))
  const upcomingGames = upcoming.data?.events ?? []
  const hostedGames = (hosted.data?.events ?? [])
    .filter((event) => !upcomingGames.some((game) => game.id === event.id))
    .slice(0, maxProfileGames)
  return (
    <>
      {showsUpcomingGames && (upcoming.isPending || upcoming.error || upcomingGames.length > 0 || isMe) && (
        <Games
          title="Upcoming games"
          query={upcoming}
          events={upcomingGames}
          emptyText={isMe ? 'Public games that you join will show up here.' : ''}
        />
      )}
      {hostedGames.length > 0 && (
        <Games title={isMe ? 'Games I host' : 'Games they host'} query={hosted} events={hostedGames} emptyText="" />
      )}
    </>
  )
}

type GamesProps = {
  title: string
  query: { isPending: boolean; isFetching: boolean; error: unknown; data?: unknown; refetch: () => unknown }
  events: readonly ListedEvent[]
  emptyText: string
}

function Games({ title, query: { isPending, isFetching, error, data, refetch }, events, emptyText }: GamesProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1.5 text-[1.375rem]">
        {title}
      </h2>
      {isPending ? (
        <CompactEventRowsLoading lines={2} />
      ) : error && data === undefined ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : events.length === 0 ? (
        <p className="text-soft">{emptyText}</p>
      ) : (
        <ul>
          {events.map((event) => (
            <CompactEventRow key={event.id} event={event} where={event.where.name} end={formatSeatsLeft(event)} />
          ))}
        </ul>
      )}
    </section>
  )
}
