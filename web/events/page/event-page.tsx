import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { addReturnPath } from '../../../domain/access/rules.ts'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { feedbackClosesAt } from '../../../domain/events/event-feedback-time.ts'
import { type ViewerState, viewerStateOf } from '../../../domain/events/viewer-state.ts'
import { loginByLinkPath } from '../../accounts/return-path.ts'
import { isNotFound } from '../../api.ts'
import { useViewer } from '../../app-state.ts'
import { useShownEvent } from '../../presence/live-state.ts'
import { isToBeWelcomed } from '../../seat-codes/to-be-welcomed.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { useOnline } from '../../shell/use-online.ts'
import { useTitle } from '../../shell/use-title.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { useNow } from '../../ui/use-now.ts'
import { eventById, eventLive } from '../queries.ts'
import { isPlayerLink, readLinkedDialog, useDialogs } from '../use-dialogs.ts'
import { EventAbout, EventWhere } from './event-about.tsx'
import { EventCover, EventFacts, EventHead, EventNotice } from './event-head.tsx'
import { EventLoading } from './event-loading.tsx'
import { EventPeople, EventSlots } from './event-people.tsx'
import { JoinBar, JoinCard } from './join-card.tsx'

export default function EventPage() {
  const { id = '' } = useParams()
  return <LoadedEvent key={id} id={id} />
}

function LoadedEvent({ id }: { id: string }) {
  const { data: event, error, isFetching, refetch } = useQuery(eventById(id))
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  useTitle(event?.title ?? null)
  if (isNotFound(error)) {
    // A player who is signed out does not see a private game. The answer is the same for every game that they do not see.
    if (!viewer && isPlayerLink(new URLSearchParams(search)))
      return <Navigate to={addReturnPath(loginByLinkPath, pathname + search)} replace />
    return <NotFoundPage />
  }
  if (!event) {
    if (!error) return <EventLoading />
    return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return <EventView event={event} />
}

/** Loaded late, because dialogs are not visible until someone opens one. */
const EventDialogs = lazyAfterPaint(async () => (await import('../dialogs.tsx')).EventDialogs)

/** Loaded late, because only hosts need them. */
const HostLead = lazyAfterPaint(async () => (await import('./host-lead.tsx')).HostLead)
const SharePanel = lazyAfterPaint(async () => (await import('../share/share-panel.tsx')).SharePanel)

/** Loaded late, because only players need it, and only once the game is over. */
const FeedbackSection = lazyAfterPaint(async () => (await import('./feedback-section.tsx')).FeedbackSection)

/** Loaded late, because only people in the game see it, below who is going. */
const FamiliarPeople = lazyAfterPaint(async () => (await import('./familiar-people.tsx')).FamiliarPeople)

/** Loaded late, because it comes only after a game. */
const RematchSection = lazyAfterPaint(async () => (await import('./rematch-section.tsx')).RematchSection)

/** What a price means is loaded only for games that have one. */
const PaidJoin = lazy(() => import('./paid-join.tsx'))

/** Loaded late, because messages come with their own request, and other dates are at the end of the page. */
const EventUpdates = lazyAfterPaint(async () => (await import('./event-more.tsx')).EventUpdates)
const EventSeries = lazyAfterPaint(async () => (await import('./event-more.tsx')).EventSeries)

/** Loaded late, because it is at the end of the page, and only for signed-in people. */
const EventFoot = lazyAfterPaint(async () => (await import('./event-foot.tsx')).EventFoot)

/** Loaded only after a newcomer took a seat. */
const Welcome = lazy(async () => ({ default: (await import('../../seat-codes/welcome.tsx')).Welcome }))

/** People who run the games of a community host all of them, but only the hosts of this one must find its players. */
const showsSharePanel = ({ hosts }: EventDetail, viewerId: string, state: ViewerState) =>
  hosts.some(({ id }) => id === viewerId) && state !== 'draft' && state !== 'over' && state !== 'cancelled'

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
  // The address loses it as soon as the welcome is shown.
  const [isArriving] = useState(() => search.has('welcome'))
  const [hasWelcome] = useState(() => isArriving || (event.startsAt > now && isToBeWelcomed(event.id)))
  const isToBePlayed = viewerState !== 'cancelled' && viewerState !== 'over'
  const joinDialog = viewer ? (viewer.profileComplete ? 'join' : 'setUp') : 'seat'
  const dialogs = useDialogs(readLinkedDialog(search, viewerState, joinDialog))
  const shared = { event, viewerState, now, open: dialogs.show }
  return (
    <article className={pageFrame('wide', 'max-sm:pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-x-12 lg:pt-8')}>
      <div className="min-w-0 lg:col-start-1">
        <EventCover event={event} />
        {event.isHost && (
          <Suspense fallback={viewerState !== 'draft' && <div className="mt-4 min-h-11.5" />}>
            <HostLead event={event} open={dialogs.show} />
          </Suspense>
        )}
        {viewer?.profileComplete && hasWelcome && (isArriving || (event.live.mine && isToBePlayed)) && (
          <Suspense fallback={<div className="mt-5 min-h-87 sm:min-h-75" />}>
            <Welcome event={event} isArriving={isArriving} />
          </Suspense>
        )}
        <EventNotice {...shared} />
        <EventHead event={event} />
        <EventFacts event={event} now={now} />
        {viewer && showsSharePanel(event, viewer.id, viewerState) && (
          <Suspense>
            <SharePanel event={event} viewerId={viewer.id} now={now} open={dialogs.show} />
          </Suspense>
        )}
      </div>
      {event.price ? (
        <Suspense fallback={<JoinCard {...shared} />}>
          <PaidJoin {...shared} />
        </Suspense>
      ) : (
        <JoinCard {...shared} />
      )}
      <div className="mt-8 grid min-w-0 gap-9 lg:col-start-1 lg:gap-11">
        {viewerState === 'over' && event.live.state === 'published' && viewer?.profileComplete && (
          <Suspense>
            <RematchSection event={event} />
          </Suspense>
        )}
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
        {viewer?.profileComplete &&
          event.live.state === 'published' &&
          event.startsAt > now &&
          (event.isHost || viewerState === 'going') && (
            <Suspense>
              <FamiliarPeople event={event} />
            </Suspense>
          )}
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
