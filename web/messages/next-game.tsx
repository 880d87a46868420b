import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../domain/events/contract.ts'
import { type ViewerState, viewerStateOf } from '../../domain/events/viewer-state.ts'
import { isNotFound } from '../api.ts'
import { eventPath } from '../discover/event-row.tsx'
import { formatDayAndTime, formatSeatsLeft } from '../events/format-event.ts'
import { type PrimaryAction, usePrimaryAction } from '../events/page/use-primary-action.ts'
import { eventById, eventLive } from '../events/queries.ts'
import { useDialogs } from '../events/use-dialogs.ts'
import { useShownEvent } from '../presence/live-state.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { useNow } from '../ui/use-now.ts'
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
  const primary = usePrimaryAction({ event, viewerState, now, open: dialogs.show })
  const state = stateWords[viewerState] ?? (event.isHost ? 'You host it' : null)
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
      {primary && <Answer primary={primary} />}
      <Suspense>
        <EventDialogs event={event} dialogs={dialogs} />
      </Suspense>
    </section>
  )
}

const stateWords: Partial<Record<ViewerState, string>> = {
  going: 'You are in',
  waiting: 'You are on the waitlist',
  offered: 'A seat is held for you',
  asked: 'You asked to join',
  cancelled: 'Cancelled',
}

function Answer({ primary }: { primary: PrimaryAction }) {
  if ('to' in primary)
    return (
      <LinkButton to={primary.to} size="small" className="flex-none">
        {primary.label}
      </LinkButton>
    )
  const { label, press, isPending, opensDialog } = primary
  return (
    <Button size="small" onClick={press} isPending={isPending} {...(opensDialog && { 'aria-haspopup': 'dialog' })} className="flex-none">
      {label}
    </Button>
  )
}
