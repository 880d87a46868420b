import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EventCard } from '../../domain/events/contract.ts'
import { maxProfileGames, type PublicProfile } from '../../domain/profiles/public-contract.ts'
import { EventLine, EventLinesLoading, seatWords } from '../home/event-line.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { gamesHostedBy, gamesOf } from './queries.ts'

/** What they go to, while they show it, and what they put up, which everyone may see. */
export function ProfileGames({ profile: { id, isMe, showsUpcomingGames } }: { profile: PublicProfile }) {
  const going = useQuery({ ...gamesOf(id), enabled: showsUpcomingGames })
  const hosted = useQuery(gamesHostedBy(id))
  const games = going.data?.events ?? []
  const own = (hosted.data?.events ?? []).filter((event) => !games.some((game) => game.id === event.id)).slice(0, maxProfileGames)
  return (
    <>
      {showsUpcomingGames && (going.isPending || going.error || games.length > 0 || isMe) && (
        <Games
          title="Upcoming games"
          query={going}
          events={games}
          empty={isMe ? 'You have no upcoming games. Games you join will show up here.' : ''}
        />
      )}
      {own.length > 0 && <Games title={isMe ? 'Games I host' : 'Games they host'} query={hosted} events={own} empty="" />}
    </>
  )
}

type GamesProps = {
  title: string
  query: { isPending: boolean; isFetching: boolean; error: unknown; data?: unknown; refetch: () => unknown }
  events: readonly EventCard[]
  empty: string
}

function Games({ title, query: { isPending, isFetching, error, data, refetch }, events, empty }: GamesProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1.5 text-[1.375rem]">
        {title}
      </h2>
      {isPending ? (
        <EventLinesLoading lines={2} />
      ) : error && data === undefined ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : events.length === 0 ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <ul>
          {events.map((event) => (
            <EventLine key={event.id} event={event} where={event.where.name} end={seatWords(event)} />
          ))}
        </ul>
      )}
    </section>
  )
}
