import { Link } from 'react-router'
import type { ActivityId } from '../../domain/activities.ts'
import { formatOrdinal } from '../../domain/events/format.ts'
import { countOpenSeatsOnCard } from '../../domain/events/viewer-state.ts'
import { formatCountdown } from '../../domain/home/format-countdown.ts'
import type { GameTab, MyGame, NextOfPast } from '../../domain/my-games/contract.ts'
import { eventPath } from '../discover/event-row.tsx'
import { formatEventTime } from '../discover/format-event.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

type MyGameRowProps = {
  game: MyGame
  tab: GameTab
  now: number
  /** Says how long it is until the game. */
  hasCountdown?: boolean
}

/** One of my games: its time, and what I am in it. */
export function MyGameRow({ game, tab, now, hasCountdown = false }: MyGameRowProps) {
  const { id, activity, title, startsAt, where, again, pictureUrl } = game
  const countdown = hasCountdown ? formatCountdown(startsAt, now) : null
  const state = describeState(game, tab)
  const isCancelled = game.state === 'cancelled'
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={eventPath(id)}
        className="group grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 py-3.5 focus-visible:-outline-offset-2"
      >
        {pictureUrl ? (
          <img src={pictureUrl} alt="" loading="lazy" className="size-14 rounded-thumb object-cover" />
        ) : (
          <CourtArt activity={activity as ActivityId} seed={id} className="size-14 overflow-hidden rounded-thumb" />
        )}
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap gap-x-3 text-small font-strong">
            <time dateTime={new Date(startsAt).toISOString()} className="text-court">
              {formatEventTime(game, now)}
            </time>
            {countdown && <span className="text-soft tabular-nums">{countdown}</span>}
            {state && <span className={isCancelled ? 'text-bad' : undefined}>{state}</span>}
          </span>
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">
            {isCancelled ? <s>{title}</s> : title}
          </span>
          <span className="line-clamp-1 text-small text-soft wrap-anywhere">{where.name}</span>
        </span>
      </Link>
      {/* What an older release stored on the device has no words for it. */}
      {again?.of && (
        <p className="-mt-1.5 pb-3 pl-18 text-small">
          <Link to={eventPath(again.id)} className="block py-3 font-strong text-court wrap-anywhere hover:underline">
            {nextWords[again.of]}: {again.of !== 'series' && `${again.title}, `}
            {formatEventTime(again, now)}
          </Link>
        </p>
      )}
    </li>
  )
}

/** Only a date of the same series is the same game, so another one has its name in the row. */
const nextWords: Record<NextOfPast['of'], string> = {
  series: 'Next',
  community: 'Next in this community',
  host: 'Next with this host',
}

/** Whether the game is on, and what the viewer is in it, if the tab does not say it. */
function describeState(game: MyGame, tab: GameTab): string | null {
  const { mine, isHost, isGuest, position } = game
  if (game.state === 'cancelled') return 'Cancelled'
  if (game.state === 'draft') return 'Draft'
  if (mine === 'waiting') return position === null ? 'Waitlisted' : `${formatOrdinal(position)} on the waitlist`
  if (mine === 'asked') return 'Requested'
  if (mine === 'offered') return 'A seat is held for you'
  if (mine === 'paying') return 'Waiting for your payment'
  if (isGuest) return 'Guest of a friend'
  if (tab === 'hosting') return formatSeats(game)
  if (isHost) return mine === 'going' ? 'Hosting and playing' : 'Hosting'
  if (tab === 'saved') return mine === 'going' ? 'You are in' : formatSeats(game)
  return null
}

function formatSeats(game: MyGame): string {
  const open = countOpenSeatsOnCard(game)
  if (open > 0) return open === 1 ? '1 seat left' : `${open} seats left`
  return game.waiting > 0 ? `Full, ${game.waiting} waiting` : 'Full'
}

export const MyGamesLoading = () => (
  <Loading label="Loading your games">
    {['first', 'second', 'third'].map((line) => (
      <span key={line} className="grid grid-cols-[auto_1fr] items-center gap-x-4 border-t border-line py-3.5 first:border-t-0">
        <Skeleton className="size-14 rounded-thumb" />
        <span className="grid gap-2">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-4.5 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </span>
      </span>
    ))}
  </Loading>
)
