import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { mayBeSaidUntil } from '../../../domain/events/after-rules.ts'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { standingOf } from '../../../domain/events/standing.ts'
import { isNotFound } from '../../api.ts'
import { LostPage } from '../../shell/lost-page.tsx'
import { useOnline } from '../../shell/use-online.ts'
import { useTitle } from '../../shell/use-title.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { useNow } from '../../ui/use-now.ts'
import { eventById, eventLive } from '../queries.ts'
import { useDialogs } from '../use-dialogs.ts'
import { EventAbout, EventWhere } from './event-about.tsx'
import { EventFoot } from './event-foot.tsx'
import { EventCover, EventFacts, EventHead, EventNotice } from './event-head.tsx'
import { EventLoading } from './event-loading.tsx'
import { EventPeople, EventSlots } from './event-people.tsx'
import { JoinBar, JoinCard } from './join-card.tsx'

export default function EventPage() {
  const { id = '' } = useParams()
  return <EventOf key={id} id={id} />
}

function EventOf({ id }: { id: string }) {
  const { data: event, error, isFetching, refetch } = useQuery(eventById(id))
  useTitle(event?.title ?? null)
  if (isNotFound(error)) return <LostPage />
  if (!event) {
    if (!error) return <EventLoading />
    return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return <EventView event={event} />
}

/** Nothing of it is seen before something is pressed. */
const EventDialogs = lazyAfterPaint(async () => (await import('../dialogs.tsx')).EventDialogs)

/** Only for who played, once it is over. */
const HowItWas = lazyAfterPaint(async () => (await import('./how-it-was.tsx')).HowItWas)

/** What the hosts wrote is asked for by itself, and other dates stand at the end of the page. */
const EventUpdates = lazyAfterPaint(async () => (await import('./event-more.tsx')).EventUpdates)
const EventSeries = lazyAfterPaint(async () => (await import('./event-more.tsx')).EventSeries)

const clockEvery = 20_000

function EventView({ event }: { event: EventDetail }) {
  const now = useNow(clockEvery)
  const isOnline = useOnline()
  const standing = standingOf(event, now)
  useQuery({ ...eventLive(event.id), enabled: isOnline && standing !== 'over' })
  const dialogs = useDialogs()
  const shared = { event, standing, now, open: dialogs.show }
  return (
    <article className={pageFrame(1120, 'max-sm:pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-x-12 lg:pt-8')}>
      <div className="min-w-0 lg:col-start-1">
        <EventCover event={event} />
        <EventNotice {...shared} />
        <EventHead event={event} />
        <EventFacts event={event} now={now} />
      </div>
      <JoinCard {...shared} />
      <div className="mt-8 grid min-w-0 gap-9 lg:col-start-1 lg:gap-11">
        {standing === 'over' && event.live.mine?.state === 'going' && !event.isHost && (
          <Suspense fallback={now < mayBeSaidUntil(event.endsAt) && <div className="min-h-80" />}>
            <HowItWas event={event} now={now} onEndorse={() => dialogs.show('people')} />
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
        <EventFoot {...shared} />
      </div>
      <JoinBar {...shared} />
      <Suspense>
        <EventDialogs event={event} dialogs={dialogs} />
      </Suspense>
    </article>
  )
}
