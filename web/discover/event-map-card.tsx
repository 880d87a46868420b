import { Link } from 'react-router'
import type { DiscoverMap } from '../../domain/discover/map-contract.ts'
import { eventPath } from './event-row.tsx'
import { formatEventTime, formatLevelRange } from './format-event.ts'
import { NextDates } from './next-dates.tsx'
import { gamesNoun } from './use-games-map.ts'
import { CloseTogether } from './use-map-points.tsx'

type EventMapCardProps = { ids: readonly string[]; map: DiscoverMap | undefined }

/** The card on the map with the games of one pin. */
export function EventMapCard({ ids, map }: EventMapCardProps) {
  const now = Date.now()
  return (
    <>
      <CloseTogether ids={ids} clusters={map?.clusters} noun={gamesNoun} />
      <ul className="divide-y divide-line">
        {map?.games
          .filter(({ id }) => ids.includes(id))
          .map((game) => (
            <li key={game.id}>
              <Link to={eventPath(game.id)} className="grid gap-0.5 py-3 pr-11 pl-4 focus-visible:-outline-offset-3">
                <span className="text-[0.8125rem] font-strong text-court">{formatEventTime(game, now)}</span>
                <span className="line-clamp-2 font-strong wrap-anywhere">{game.title}</span>
                <span className="truncate text-small text-soft">
                  {game.where.name} · {formatLevelRange(game)}
                </span>
                <NextDates of={game} count={game.count} className="" />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}
