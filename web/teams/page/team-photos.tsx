import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatShortDate } from '../../../domain/events/format-dates.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { teamPhotos } from '../queries.ts'

/** Pictures of past games, each with a link to its game. Nothing is shown if there are none. */
export function TeamPhotos({ teamId }: { teamId: string }) {
  const { data: photos = [], isLoadingError, error, refetch, isFetching } = useQuery(teamPhotos(teamId))
  const [now] = useState(() => Date.now())
  if (isLoadingError) {
    return <ErrorNotice title="The photos could not be loaded" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (photos.length === 0) return null
  return (
    <section aria-labelledby="team-photos" className="grid gap-3">
      <h2 id="team-photos" className="text-title">
        Photos
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {photos.map(({ pictureUrl, game }) => (
          <li key={game.id}>
            <Link to={`/evt/${game.id}`} className="group grid gap-1">
              <img
                src={pictureUrl}
                alt=""
                loading="lazy"
                width={480}
                height={360}
                className="aspect-[4/3] w-full rounded-control bg-wash object-cover"
              />
              <span className="grid text-small">
                <span className="line-clamp-1 font-medium wrap-anywhere group-hover:text-court">{game.title}</span>
                <span className="text-soft">{formatShortDate(game.startsAt, { timeZone: game.timeZone, now })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
