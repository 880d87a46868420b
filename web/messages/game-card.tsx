import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../domain/events/contract.ts'
import { livePollMs, type ViewerState, viewerStateOf } from '../../domain/events/viewer-state.ts'
import { isNotFound } from '../api.ts'
import { eventPath } from '../discover/event-row.tsx'
import { formatDayAndTime, formatSeatsLeft, formatSignUpOpening, formatTimesForViewer } from '../events/format-event.ts'
import { eventById, eventLive } from '../events/queries.ts'
import type { DialogName } from '../events/use-dialogs.ts'
import { joinClasses } from '../ui/class-names.ts'
import { DateBadge } from '../ui/date-badge.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useNow } from '../ui/use-now.ts'
import { useGameAnswer, writeOwnState } from './game-answer.tsx'
import { GameCardLoading, gameCardClasses } from './game-card-loading.tsx'

/** A conversation can show many games, so each is asked for less often than on its own page. */
const refreshMs = 30_000

/** A game that is gone, or that the viewer may not see, is not asked for again each time its message comes onto the screen. */
const mayAsk = ({ state }: { state: { error: unknown } }) => !isNotFound(state.error)

type GameCardProps = { eventId: string; onOpenDialog: (name: DialogName) => void }

/** The game to which a message links: its facts, where the viewer stands, and the way in, by the same rules as on its page. */
export default function GameCard({ eventId, onOpenDialog }: GameCardProps) {
  const { data, dataUpdatedAt, failureReason } = useQuery({
    ...eventById(eventId),
    retryOnMount: (query) => mayAsk(query) && navigator.onLine,
    refetchOnWindowFocus: mayAsk,
    refetchOnReconnect: mayAsk,
  })
  if (!data && !failureReason) return <GameCardLoading />
  // Anybody can write a link such as /evt/mine, and the API answers that with something else than a game. The link in the text is enough.
  if (data?.id !== eventId) return null
  return <Facts event={data} loadedAt={dataUpdatedAt} onOpenDialog={onOpenDialog} />
}

type FactsProps = { event: EventDetail; loadedAt: number; onOpenDialog: (name: DialogName) => void }

function Facts({ event, loadedAt, onOpenDialog }: FactsProps) {
  const now = useNow(refreshMs)
  const viewerState = viewerStateOf(event, now)
  useQuery({
    ...eventLive(event.id),
    enabled: viewerState !== 'over' && viewerState !== 'cancelled',
    // The game itself has just brought them.
    ...{ initialData: loadedAt, initialDataUpdatedAt: loadedAt, staleTime: livePollMs },
    refetchInterval: refreshMs,
  })
  const state = writeOwnState(event, viewerState)
  const seats = writeSeats(event, viewerState, now)
  const { date, viewerTime } = formatTimesForViewer(event, now)
  const link = useRef<HTMLAnchorElement>(null)
  const answer = useGameAnswer({ event, viewerState, now, onOpenDialog })
  useFocusAfterRemoval(link, answer ? 1 : 0)
  return (
    <section aria-label={`Game: ${event.title}`} className={joinClasses(gameCardClasses, 'grid content-between')}>
      <Link ref={link} to={eventPath(event.id)} className="group/card flex min-w-0 items-center gap-3">
        <DateBadge date={date} />
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-strong group-hover/card:text-court">{event.title}</span>
          <span className="truncate text-small text-court">{formatDayAndTime(event, now)}</span>
          <span className="truncate text-small text-soft">{[viewerTime, event.where.name].filter(Boolean).join(' · ')}</span>
        </span>
      </Link>
      <div className="flex min-h-9.5 min-w-0 items-center justify-between gap-3">
        <p className="truncate text-small text-soft">
          <b role="status" className="text-ink">
            {state}
          </b>
          {state && seats && ' · '}
          {seats}
        </p>
        {answer}
      </div>
    </section>
  )
}

function writeSeats(event: EventDetail, viewerState: ViewerState, now: number): string | null {
  if (viewerState === 'scheduled') return formatSignUpOpening(event, now)
  const isClosed = viewerState === 'cancelled' || viewerState === 'over' || viewerState === 'begun' || viewerState === 'draft'
  return isClosed ? null : formatSeatsLeft(event.live).words
}
