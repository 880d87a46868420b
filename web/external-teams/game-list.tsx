import { useInfiniteQuery } from '@tanstack/react-query'
import type { ExternalGame, ExternalTeam } from '../../domain/external-teams/contract.ts'
import { formatEventTime } from '../../domain/time/format-event-time.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { formatDate } from '../availability/format-time.ts'
import { getDeviceTimeZone } from '../availability/time-zones.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { externalGames } from './queries.ts'

/** The upcoming games of all linked teams, by day. They are read-only, because they belong to other sites. */
export function ExternalGameList({ teams, now }: { teams: readonly ExternalTeam[]; now: number }) {
  const query = useInfiniteQuery(externalGames)
  const names = new Map(teams.map(({ id, name }) => [id, name]))
  // A team that was just removed or renamed may still be in these answers.
  const games = query.data?.pages.flatMap((page) => page.games).filter(({ teamId }) => names.has(teamId)) ?? []
  const today = instantToLocal(now, getDeviceTimeZone()).date
  const days = [...Map.groupBy(games, findFirstDate)].sort(([a], [b]) => (a < b ? -1 : 1))
  return (
    <section aria-labelledby="external-games" className="grid gap-4">
      <h2 id="external-games">Upcoming games</h2>
      {query.isPending ? (
        <Loading label="Loading games">
          <SkeletonText lines={5} />
        </Loading>
      ) : query.isLoadingError ? (
        <ErrorNotice
          title="We could not load the games"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : games.length === 0 && !query.hasNextPage ? (
        <p className="text-soft">
          {teams.some(({ isFetching }) => isFetching) ? 'The games appear here as soon as the calendar is read.' : 'No upcoming games.'}
        </p>
      ) : (
        <div className="grid gap-6">
          {days.map(([date, gamesOfDay]) => (
            <section key={date} aria-labelledby={`day-${date}`}>
              <h3 id={`day-${date}`} className="border-b border-line pb-2 text-small! font-strong tracking-normal text-soft">
                {formatDate(date, today)}
              </h3>
              <ul>
                {gamesOfDay.map((game) => (
                  <GameRow key={game.key} game={game} teamName={names.get(game.teamId) ?? game.teamName} now={now} today={today} />
                ))}
              </ul>
            </section>
          ))}
          <ShowMore query={query} />
        </div>
      )}
    </section>
  )
}

const findFirstDate = ({ days, startsAt, timeZone }: ExternalGame): string => days?.firstDate ?? instantToLocal(startsAt, timeZone).date

type GameRowProps = { game: ExternalGame; teamName: string; now: number; today: string }

function GameRow({ game, teamName, now, today }: GameRowProps) {
  const { time, viewerTime } = formatGameTime(game, now, today)
  return (
    <li className="grid gap-x-4 border-b border-line py-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <p className="text-small">
        <span className="font-strong text-court">{time}</span>
        {viewerTime && <span className="block text-soft">{viewerTime}</span>}
      </p>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {game.isCancelled ? (
            <>
              <s>{game.title}</s> <span className="text-bad">Cancelled</span>
            </>
          ) : (
            game.title
          )}
        </p>
        <p className="text-small text-soft wrap-anywhere">{[teamName, game.place].filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}

/** The time in the zone of the game. If it is another time for the viewer, that time too. */
function formatGameTime({ days, startsAt, endsAt, timeZone }: ExternalGame, now: number, today: string) {
  if (!days) return formatEventTime({ startsAt, endsAt, venueZone: timeZone, viewerZone: getDeviceTimeZone(), now })
  const { firstDate, lastDate } = days
  return { time: firstDate === lastDate ? 'All day' : `Until ${formatDate(lastDate, today)}`, viewerTime: null }
}
