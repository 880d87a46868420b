import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { MatchRow } from './match-row.tsx'
import { seasonSessions } from './queries.ts'

type MatchListProps = { season: SeasonDetail; when: 'upcoming' | 'past'; now: number; action?: ReactNode }

const texts = {
  upcoming: { title: 'Coming up', empty: 'No games to come.' },
  past: { title: 'Results', empty: 'No games played yet.' },
} as const

/** The games of the season that are to come, or those that have been played, newest first. */
export function MatchList({ season, when, now, action }: MatchListProps) {
  const query = useInfiniteQuery(seasonSessions(season.id, when))
  const { data, error, refetch, isFetching } = query
  const sessions = data?.pages.flatMap((page) => page.sessions) ?? []
  const { title, empty } = texts[when]
  return (
    <section aria-label={title} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-title">{title}</h2>
        {action}
      </div>
      {!data ? (
        error ? (
          <ErrorNotice title="We could not load the games" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the games">
            {['first', 'second'].map((row) => (
              <SkeletonText key={row} className="border-t border-line py-4 sm:max-w-md" />
            ))}
          </Loading>
        )
      ) : sessions.length === 0 ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <>
          <ul aria-label={title} className="border-b border-line">
            {sessions.map((session) => (
              <MatchRow key={session.eventId} season={season} session={session} now={now} />
            ))}
          </ul>
          <ShowMore query={query} />
        </>
      )}
    </section>
  )
}
