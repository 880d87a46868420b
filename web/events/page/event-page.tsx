import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { feedbackClosesAt } from '../../../domain/events/event-feedback-time.ts'
import { viewerStateOf } from '../../../domain/events/viewer-state.ts'
import { isNotFound } from '../../api.ts'
import { useViewer } from '../../app-state.ts'
import { useShownEvent } from '../../presence/live-state.ts'
import { hasSeatCode } from '../../seat-codes/has-seat-code.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { useOnline } from '../../shell/use-online.ts'
import { useTitle } from '../../shell/use-title.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { useNow } from '../../ui/use-now.ts'
import { eventById, eventLive } from '../queries.ts'
import { readLinkedDialog, useDialogs } from '../use-dialogs.ts'
import { EventAbout, EventWhere } from './event-about.tsx'
import { CoHostNotice, EventCover, EventFacts, EventHead, EventNotice } from './event-head.tsx'
import { EventLoading } from './event-loading.tsx'
import { EventPeople, EventSlots } from './event-people.tsx'
import { JoinBar, JoinCard } from './join-card.tsx'

export default function EventPage() {
  const { id = '' } = useParams()
  return <LoadedEvent key={id} id={id} />
}

function LoadedEvent({ id }: { id: string }) {
  const { data: event, error, isFetching, refetch } = useQuery(eventById(id))
  useTitle(event?.title ?? null)
  if (isNotFound(error)) return <NotFoundPage />
  if (!event) {
    if (!error) return <EventLoading />
    return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return <EventView event={event} />
}

/** Loaded late, because dialogs are not visible until someone opens one. */
const EventDialogs = lazyAfterPaint(async () => (await import('../dialogs.tsx')).EventDialogs)

/** Loaded late, because only players need it, and only once the game is over. */
const FeedbackSection = lazyAfterPaint(async () => (await import('./feedback-section.tsx')).FeedbackSection)

/** What a price means is loaded only for games that have one. */
const PaidJoin = lazy(() => import('./paid-join.tsx'))

/** Loaded late, because messages come with their own request, and other dates are at the end of the page. */
const EventUpdates = lazyAfterPaint(async () => (await import('./event-more.tsx')).EventUpdates)
const EventSeries = lazyAfterPaint(async () => (await import('./event-more.tsx')).EventSeries)

/** Loaded late, because it is at the end of the page, and only for signed-in people. */
const EventFoot = lazyAfterPaint(async () => (await import('./event-foot.tsx')).EventFoot)

/** Loaded only right after a newcomer took a seat. */
const Welcome = lazy(async () => ({ default: (await import('../../seat-codes/welcome.tsx')).Welcome }))

const clockIntervalMs = 20_000

function EventView({ event }: { event: EventDetail }) {
  const viewer = useViewer()
  const now = useNow(clockIntervalMs, event.joinsAt)
  const isOnline = useOnline()
  const viewerState = viewerStateOf(event, now)
  const isLive = isOnline && viewerState !== 'over'
  useQuery({ ...eventLive(event.id), enabled: isLive })
  useShownEvent(isLive ? event.id : null)
  const [search] = useSearchParams()
  const isWaitingForCode = !viewer && hasSeatCode(event.id)
  const joinDialog = viewer ? (viewer.profileComplete ? 'join' : 'setUp') : 'seat'
  const dialogs = useDialogs(isWaitingForCode ? 'seat' : readLinkedDialog(search, viewerState, joinDialog))
  const shared = { event, viewerState, now, open: dialogs.show }
  return (
    <article className={pageFrame(1120, 'max-sm:pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-x-12 lg:pt-8')}>
      <div className="min-w-0 lg:col-start-1">
        <EventCover event={event} />
        {viewer?.profileComplete && search.has('welcome') && (
          <Suspense fallback={<div className="mt-5 min-h-56" />}>
            <Welcome event={event} />
          </Suspense>
        )}
        <EventNotice {...shared} />
        {event.isAskedToHost && <CoHostNotice event={event} />}
        <EventHead event={event} />
        <EventFacts event={event} now={now} />
      </div>
      {event.price ? (
        <Suspense fallback={<JoinCard {...shared} />}>
          <PaidJoin {...shared} />
        </Suspense>
      ) : (
        <JoinCard {...shared} />
      )}
      <div className="mt-8 grid min-w-0 gap-9 lg:col-start-1 lg:gap-11">
        {viewerState === 'over' && event.live.mine?.state === 'going' && !event.isHost && (
          <Suspense fallback={now < feedbackClosesAt(event.endsAt) && <div className="min-h-80" />}>
            <FeedbackSection event={event} now={now} onEndorse={() => dialogs.show('people')} />
          </Suspense>
        )}
        <Suspense>
          <EventUpdates event={event} />
        </Suspense>
        <EventAbout event={event} />
        <EventPeople {...shared} />
        <EventSlots event={event} />
        <EventWhere event={event} />
        <Suspense>
          <EventSeries event={event} now={now} />
        </Suspense>
        {viewer?.profileComplete && (
          <Suspense fallback={<div className="min-h-9.5" />}>
            <EventFoot {...shared} />
          </Suspense>
        )}
      </div>
      {!event.price && <JoinBar {...shared} />}
      <Suspense>
        <EventDialogs event={event} dialogs={dialogs} />
      </Suspense>
    </article>
  )
}
