import { Link } from 'react-router'
import type { ActivityId } from '../../domain/activities.ts'
import type { City } from '../../domain/cities/contract.ts'
import { holdsSeats } from '../../domain/events/states.ts'
import type { OwnGame } from '../../domain/home/contract.ts'
import { formatCountdown } from '../../domain/home/format-countdown.ts'
import { formatNextStart } from '../../domain/home/format-next-start.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { NextDates } from '../discover/next-dates.tsx'
import { getViewerTimeZone } from '../events/format-event.ts'
import { AvatarStack } from '../ui/avatar.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { EventArt, eventPath, formatOwnStatus } from './compact-event-row.tsx'
import type { HomeList } from './list-state.ts'
import { getDiscoverPath } from './paths.ts'
import { WayThere } from './way-there.tsx'

const artClasses = 'h-29.5 w-full sm:h-52'

type NextGameProps = {
  list: HomeList<OwnGame>
  faces: readonly Face[]
  isIndoor: boolean | null
  city: City | null
  /** The activity whose court art is shown if the viewer has no upcoming game. */
  court: ActivityId
  seed: string
}

/** The viewer's next game, which is what most people open the app for. */
export function NextGame({ list, faces, isIndoor, city, court, seed }: NextGameProps) {
  const { state, items, error, isRetrying, retry } = list
  const [next] = items
  if (next) return <NextGameCard event={next} faces={faces} isIndoor={isIndoor} />
  if (state === 'Pending' || state === 'Loading') return <NextGameLoading />
  return (
    <Card isRaised className="overflow-hidden">
      <div aria-hidden="true">
        <CourtArt activity={court} seed={seed} className={`block overflow-hidden ${artClasses}`} />
      </div>
      {state === 'Error' ? (
        <ErrorNotice error={error} onRetry={retry} isRetrying={isRetrying} className="p-4" />
      ) : (
        <div className="grid justify-items-start gap-1 p-4 sm:p-5">
          <h2 className="text-title">Your next game goes here</h2>
          <p className="text-soft">You have no games planned. Find one near you and join.</p>
          <LinkButton variant="primary" to={getDiscoverPath(city)} className="mt-3">
            Find a game
          </LinkButton>
        </div>
      )}
    </Card>
  )
}

type NextGameCardProps = { event: OwnGame; faces: readonly Face[]; isIndoor: boolean | null }

function NextGameCard({ event, faces, isIndoor }: NextGameCardProps) {
  const { id, title, where, taken, mine, isGuest, startsAt } = event
  const now = useNow(minute, startsAt)
  const countdown = formatCountdown(startsAt, now)
  const ownStatus = formatOwnStatus(event)
  const others = Math.max(faces.length, taken - (holdsSeats(mine) || isGuest ? 1 : 0))
  return (
    <Card isRaised className="overflow-hidden">
      <Link to={eventPath(id)} className="group block rounded-card focus-visible:-outline-offset-3">
        <EventArt event={event} className={artClasses} />
        <span className="grid gap-1 p-4 sm:p-5">
          <span className="flex flex-wrap items-center gap-x-3 text-small font-strong text-court">
            <time dateTime={new Date(startsAt).toISOString()}>{formatNextStart(event, { now, viewerZone: getViewerTimeZone() })}</time>
            {countdown && <span className="text-ink tabular-nums">{countdown}</span>}
            {ownStatus && <span className="text-ink">{ownStatus}</span>}
          </span>
          <span className="text-title font-strong tracking-tight wrap-anywhere group-hover:text-court sm:text-[1.375rem]">{title}</span>
          <NextDates of={event} />
          <span className="flex min-h-8.5 items-center justify-between gap-4">
            <span className="min-w-0 text-soft wrap-anywhere">{where.name}</span>
            {faces.length > 0 && <AvatarStack faces={[...faces]} total={others} max={3} className="flex-none" />}
          </span>
        </span>
      </Link>
      <WayThere event={event} isIndoor={isIndoor} />
    </Card>
  )
}

function NextGameLoading() {
  return (
    <Loading label="Loading your next game" className="overflow-hidden rounded-card border border-line bg-card">
      <Skeleton className={`rounded-none ${artClasses}`} />
      <span className="grid gap-1 p-4 sm:p-5">
        <Skeleton className="my-[3.5px] h-3.5 w-32" />
        <Skeleton className="my-0.5 h-5 w-56 sm:my-[3px]" />
        <Skeleton className="my-[9px] h-4 w-40" />
      </span>
      <span className="flex items-center border-t border-line px-4 py-3 sm:px-5">
        <Skeleton className="h-11 w-full" />
      </span>
    </Loading>
  )
}
