import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { GameTab, MyGame } from '../../domain/my-games/contract.ts'
import { addToMonth, weeksOf } from '../../domain/my-games/months.ts'
import { minute } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { eventPath } from '../discover/event-row.tsx'
import { formatClock } from '../discover/format-event.ts'
import { getViewerTimeZone } from '../events/format-event.ts'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useNow } from '../ui/use-now.ts'
import { MyGameRow, MyGamesLoading } from './my-game-row.tsx'
import { myMonth } from './queries.ts'

type MonthViewProps = { tab: GameTab; month: string; onMonth: (month: string) => void }

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const [monthFormat, dayFormat, weekdayFormat, shortFormat] = [
  inUtc({ month: 'long', year: 'numeric' }),
  inUtc({ weekday: 'long', month: 'long', day: 'numeric' }),
  inUtc({ weekday: 'long' }),
  inUtc({ weekday: 'short' }),
]
const format = (style: Intl.DateTimeFormat, date: string) => style.format(new Date(`${date}T00:00:00Z`))

/** Sunday to Saturday. January 4, 1970 was a Sunday. */
const weekdays = Array.from({ length: 7 }, (_, index) => `1970-01-${String(4 + index).padStart(2, '0')}`)

/** My games in the weeks of a month, each on the day on which it starts at its place. */
export function MonthView({ tab, month, onMonth }: MonthViewProps) {
  const query = useQuery({ ...myMonth(tab, month), placeholderData: keepPreviousData })
  const now = useNow(minute)
  const days = Map.groupBy(query.data?.games ?? [], ({ startsAt, timeZone }) => instantToLocal(startsAt, timeZone).date)
  const inMonth = [...days].filter(([date]) => date.startsWith(month))
  const today = instantToLocal(now, getViewerTimeZone()).date
  return (
    <section aria-label="Month" className="grid gap-4">
      <header className="flex items-center justify-between gap-3">
        <h2 aria-live="polite" className="text-title">
          {format(monthFormat, `${month}-01`)}
        </h2>
        <p className="flex">
          <IconButton label="The month before" onClick={() => onMonth(addToMonth(month, -1))}>
            <ChevronLeft size={19} aria-hidden="true" />
          </IconButton>
          <IconButton label="The next month" onClick={() => onMonth(addToMonth(month, 1))}>
            <ChevronRight size={19} aria-hidden="true" />
          </IconButton>
        </p>
      </header>
      {query.isError && !query.data ? (
        <ErrorNotice
          title="We could not load this month"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <table className={joinClasses('w-full table-fixed border-collapse', query.isPlaceholderData && 'opacity-60')}>
          <caption className="sr-only">Your games in {format(monthFormat, `${month}-01`)}</caption>
          <thead>
            <tr>
              {weekdays.map((date) => (
                <th key={date} scope="col" className="pb-1.5 text-left text-tiny font-medium text-soft max-sm:text-center">
                  <abbr title={format(weekdayFormat, date)} className="no-underline">
                    {format(shortFormat, date)}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((date, index) => (
                  <DayCell
                    key={date ?? `${week.find(Boolean)} ${index}`}
                    date={date}
                    games={(date && days.get(date)) || []}
                    isToday={date === today}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {query.isPending && <MyGamesLoading />}
      {query.isPlaceholderData && (
        <div className="sm:hidden">
          <MyGamesLoading />
        </div>
      )}
      {query.data?.isCut && (
        <p className="text-small text-soft">There are more games in this month than we can show here. The list has them all.</p>
      )}
      {query.data && !query.isPlaceholderData && inMonth.length === 0 && <p className="text-soft">No games in this month.</p>}
      <ol aria-label="Days with games" className="sm:hidden">
        {inMonth.map(([date, games]) => (
          <li key={date} id={`day-${date}`}>
            <h3 className="pt-3 text-small font-strong text-soft">{format(dayFormat, date)}</h3>
            <ul>
              {games.map((game) => (
                <MyGameRow key={game.id} game={game} tab={tab} now={now} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

const isCancelled = ({ state }: MyGame): boolean => state === 'cancelled'
const isDraft = ({ state }: MyGame): boolean => state === 'draft'

/** On wide screens a day names its games. On phones it has a mark that leads to the list below. */
function DayCell({ date, games, isToday }: { date: string | null; games: readonly MyGame[]; isToday: boolean }) {
  if (!date) return <td className="border border-line bg-wash/50" />
  const number = Number(date.slice(8))
  const numberClasses = joinClasses(
    'grid size-7 place-items-center rounded-full text-small max-sm:mx-auto',
    isToday && 'bg-court font-strong text-on-court',
  )
  const areCancelled = games.every(isCancelled)
  const count = `${games.length === 1 ? '1 game' : `${games.length} games`}${areCancelled ? ', cancelled' : ''}`
  return (
    <td {...(isToday ? { 'aria-current': 'date' as const } : {})} className="h-12 border border-line p-1 align-top sm:h-26">
      {games.length > 0 ? (
        <a
          href={`#day-${date}`}
          aria-label={`${format(dayFormat, date)}: ${count}`}
          className="grid justify-items-center gap-0.5 sm:hidden"
        >
          <span className={numberClasses}>{number}</span>
          <span aria-hidden="true" className={joinClasses('size-1.5 rounded-full', areCancelled ? 'bg-edge' : 'bg-court')} />
        </a>
      ) : (
        <span className={joinClasses(numberClasses, 'sm:hidden', !isToday && 'text-soft')}>{number}</span>
      )}
      <span className={joinClasses(numberClasses, 'max-sm:hidden', !isToday && games.length === 0 && 'text-soft')}>{number}</span>
      <ul className="grid gap-1 max-sm:hidden">
        {games.map((game) => (
          <li key={game.id}>
            <Link
              to={eventPath(game.id)}
              className={joinClasses(
                'block rounded-control px-1.5 py-1 text-tiny leading-snug hover:underline',
                game.mine === 'waiting' || game.mine === 'asked' || isCancelled(game) || isDraft(game) ? 'bg-wash' : 'bg-court-wash',
              )}
            >
              <b className="block">{formatClock(game)}</b>
              {isCancelled(game) && <span className="block font-strong text-bad">Cancelled</span>}
              {isDraft(game) && <span className="block font-strong">Draft</span>}
              <span className="line-clamp-2 wrap-anywhere">{isCancelled(game) ? <s>{game.title}</s> : game.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </td>
  )
}
