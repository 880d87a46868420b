import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../domain/events/contract.ts'
import { viewerStateOf } from '../../domain/events/viewer-state.ts'
import { isNotFound } from '../api.ts'
import { eventPath } from '../discover/event-row.tsx'
import { formatDayAndTime, formatSeatsLeft } from '../events/format-event.ts'
import { eventById, eventLive } from '../events/queries.ts'
import { useDialogs } from '../events/use-dialogs.ts'
import { useShownEvent } from '../presence/live-state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { TextButton } from '../ui/text-button.tsx'
import { useNow } from '../ui/use-now.ts'
import { useGameAnswer, writeOwnState } from './game-answer.tsx'
import { nextGameClasses } from './next-game-loading.tsx'

const EventDialogs = lazyAfterPaint(async () => (await import('../events/dialogs.tsx')).EventDialogs)

/** The facts of the next game on top of its conversation, so that nobody has to scroll for them. They stay current. */
export default function NextGame({ eventId, showsTitle }: { eventId: string; showsTitle: boolean }) {
  const { data: event, error, refetch } = useQuery(eventById(eventId))
  if (event) return <GameFacts event={event} showsTitle={showsTitle} />
  // The hosts have deleted it meanwhile, or made it invisible to the viewer.
  if (isNotFound(error)) return null
  return (
    <div className={nextGameClasses} aria-busy={!error}>
      {error && (
        <p className="text-small text-soft">
          We could not load the next game. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      )}
    </div>
  )
}

const clockIntervalMs = 20_000

function GameFacts({ event, showsTitle }: { event: EventDetail; showsTitle: boolean }) {
  const now = useNow(clockIntervalMs)
  const viewerState = viewerStateOf(event, now)
  const isLive = viewerState !== 'over'
  useQuery({ ...eventLive(event.id), enabled: isLive })
  useShownEvent(isLive ? event.id : null)
  const dialogs = useDialogs()
  const answer = useGameAnswer({ event, viewerState, now, onOpenDialog: dialogs.show })
  const state = writeOwnState(event, viewerState)
  const words = [event.where.name, viewerState === 'cancelled' ? null : formatSeatsLeft(event.live).words].filter(Boolean)
  return (
    <section aria-label="Next game" className={nextGameClasses}>
      <Link to={eventPath(event.id)} className="group grid min-h-11 min-w-0 flex-1 content-center">
        <span className="truncate font-strong group-hover:text-court">
          {showsTitle && `${event.title} · `}
          <span className="text-court">{formatDayAndTime(event, now)}</span>
        </span>
        <span aria-live="polite" className="truncate text-small text-soft">
          {state && <b className="text-ink">{state} · </b>}
          {words.join(' · ')}
        </span>
      </Link>
      {answer}
      <Suspense>
        <EventDialogs event={event} dialogs={dialogs} />
      </Suspense>
    </section>
  )
}
