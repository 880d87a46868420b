import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { useViewer } from '../../app-state.ts'
import { FollowSeriesButton } from '../../my-games/follow-series-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { formatTimesForViewer } from '../format-event.ts'
import { eventUpdates } from '../queries.ts'
import { EventSection } from './event-section.tsx'
import { FormTask } from './form-task.tsx'
import { JoinOtherDates } from './join-other-dates.tsx'

type EventProps = { event: EventDetail }

/** What stands above the description: the form of the game, and the hosts' messages. */
export const EventUpdates = ({ event }: EventProps) => (
  <>
    <FormTask event={event} />
    <Messages event={event} />
  </>
)

/** The hosts' messages. Only hosts and people on the game's list can read them; they also got each one as a notification. */
function Messages({ event: { id, isHost, live } }: EventProps) {
  const isIn = isHost || live.mine !== null
  const { data } = useQuery({ ...eventUpdates(id), enabled: isIn })
  if (!isIn || !data || data.updates.length === 0) return null
  return (
    <EventSection title="From the hosts">
      <ul className="grid gap-4">
        {data.updates.map(({ id: updateId, text, author, createdAt }) => (
          <li key={updateId} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3.5 border-l-2 border-ball pl-4">
            {author && <Avatar face={author} size={32} isDecorative />}
            <div className="col-start-2">
              <p className="text-small text-soft">
                {author && <b className="text-ink">{author.name}</b>}{' '}
                <time dateTime={new Date(createdAt).toISOString()}>{writeDate(createdAt, { now: Date.now() }, dateAndTime)}</time>
              </p>
              <p className="max-w-[64ch] whitespace-pre-line wrap-anywhere">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </EventSection>
  )
}

const dateAndTime = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** How the game repeats, and its other dates. Each date has its own seats. */
export function EventSeries({ event, now }: EventProps & { now: number }) {
  const { id, series, timeZone, endsAt, startsAt, live, isHost } = event
  const viewer = useViewer()
  const list = useRef<HTMLUListElement>(null)
  if (!series) return null
  return (
    <EventSection title={series.words}>
      {series.others.length === 0 ? (
        <p className="text-soft">
          {live.state === 'draft' ? 'The other dates show up here once they are published.' : 'This is the last date for now.'}
        </p>
      ) : (
        <ul ref={list} tabIndex={-1} className="flex flex-wrap gap-2 outline-none" aria-label="Other dates">
          {series.others.map((other) => {
            const words = formatTimesForViewer({ startsAt: other.startsAt, endsAt: other.startsAt + endsAt - startsAt, timeZone }, now)
            return (
              <li key={other.id}>
                <Link
                  to={`/discover/events/${other.id}`}
                  className="relative grid min-h-14 min-w-16 place-content-center justify-items-center rounded-thumb border border-line bg-card px-3 hover:bg-wash"
                >
                  <span className="text-tiny font-bold text-soft">{words.monthBadge}</span>
                  <span className="text-lead leading-tight font-strong">{words.dayBadge}</span>
                  {other.isMine && (
                    <span className="absolute -top-1.5 -right-1.5 grid size-5 place-content-center rounded-full bg-court text-on-court">
                      <Check size={13} strokeWidth={3} aria-hidden="true" />
                      <span className="sr-only">You are on its list</span>
                    </span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {viewer?.profileComplete && live.state === 'published' && <JoinOtherDates event={event} list={list} />}
      {viewer?.profileComplete &&
        live.state === 'published' &&
        !isHost &&
        (series.isFollowed || series.others.length > 0 || startsAt > now) && (
          <FollowSeriesButton seriesId={series.id} eventId={id} isFollowed={series.isFollowed} />
        )}
    </EventSection>
  )
}
