import { MapPin } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatLevels, formatVisibility } from '../../../domain/events/format.ts'
import type { ViewerState } from '../../../domain/events/viewer-state.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { useViewer } from '../../app-state.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Avatar, AvatarStack } from '../../ui/avatar.tsx'
import { CourtArt } from '../../ui/court-art.tsx'
import { DateBadge, IconBadge } from '../../ui/date-badge.tsx'
import { Status } from '../../ui/status.tsx'
import { activityLabel, formatDayAndTime, formatTimesForViewer, toKnownActivity } from '../format-event.ts'
import { Notice } from './notice.tsx'

type EventProps = { event: EventDetail }

const coverClasses = '-mx-4.5 block h-52 w-[calc(100%+2.25rem)] overflow-hidden sm:mx-0 sm:h-75 sm:w-full sm:rounded-cover'

/** The hosts' picture, or court art of the activity, which the id of the game varies. */
export function EventCover({ event: { id, activity, pictureUrl, live } }: EventProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const faded = live.state === 'cancelled' ? ' grayscale opacity-60' : ''
  if (pictureUrl === null || pictureUrl === failedUrl) {
    return <CourtArt activity={toKnownActivity(activity)} seed={id} className={coverClasses + faded} />
  }
  return (
    <img
      src={pictureUrl}
      alt=""
      fetchPriority="high"
      onError={() => setFailedUrl(pictureUrl)}
      className={`${coverClasses}${faded} bg-wash object-cover`}
    />
  )
}

/** Loaded late, because only hosts see them, and who is asked to be one. */
const HostNotice = lazyAfterPaint(async () => (await import('./host-notices.tsx')).HostNotice)
const CoHostNotice = lazyAfterPaint(async () => (await import('./host-notices.tsx')).CoHostNotice)

/** The most important news about a game: it was cancelled, it is not published yet, or the viewer is asked to host it. */
export function EventNotice(props: EventProps & { viewerState: ViewerState; now: number }) {
  const { event, viewerState } = props
  if (viewerState === 'cancelled') {
    return (
      <Notice>
        <Status tone="bad" className="font-strong">
          This game was cancelled
        </Status>
        {event.cancelReason && <p className="wrap-anywhere">{event.cancelReason}</p>}
      </Notice>
    )
  }
  // Everyone else reads in the join card when sign-up opens.
  const isHidden = viewerState === 'draft' || (viewerState === 'scheduled' && event.isHost)
  return (
    <Suspense fallback={<div className="mt-5 min-h-13" />}>
      {isHidden && <HostNotice {...props} />}
      {event.isAskedToHost && <CoHostNotice event={event} />}
    </Suspense>
  )
}

export function EventHead({ event }: EventProps) {
  const { activity, levelMin, levelMax, visibility, team, title, hosts } = event
  const facts = [formatLevels(activity, levelMin, levelMax), formatVisibility(visibility, team?.name ?? null)]
  return (
    <header className="mt-5 grid gap-2 sm:mt-6">
      <p className="text-[0.9375rem] text-soft wrap-anywhere">
        <b className="text-court">{activityLabel(activity)}</b>
        {facts.map((fact) => ` · ${fact}`)}
      </p>
      <h1 className="text-[1.875rem] wrap-anywhere sm:text-hero">{title}</h1>
      {hosts.length > 0 && <Hosts hosts={hosts} team={visibility === 'team' ? null : team} />}
    </header>
  )
}

function Hosts({ hosts, team }: { hosts: EventDetail['hosts']; team: EventDetail['team'] }) {
  const [first] = hosts
  return (
    <div className="mt-1.5 flex items-center gap-3.5">
      {hosts.length === 1 && first ? <Avatar face={first} isDecorative /> : <AvatarStack faces={hosts} max={4} />}
      <p className="min-w-0 text-[0.9375rem] wrap-anywhere">
        Hosted by{' '}
        {hosts.map((host, index) => (
          <span key={host.id}>
            {index > 0 && (index === hosts.length - 1 ? ' and ' : ', ')}
            <HostName host={host} />
          </span>
        ))}
        {team && (
          <>
            {' '}
            for{' '}
            <Link to={teamPath(team.id)} className={nameClasses}>
              {team.name}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

const nameClasses = 'relative font-strong underline-offset-3 after:absolute after:-inset-x-1 after:-inset-y-3 hover:underline'

/** Links to the host's profile for people with an account; only they can open profiles. */
function HostName({ host: { id, name } }: { host: EventDetail['hosts'][number] }) {
  const viewer = useViewer()
  if (!viewer?.profileComplete) return <b>{name}</b>
  return (
    <Link to={`/profile/${id}`} className={nameClasses}>
      {name}
    </Link>
  )
}

export function EventFacts({ event, now }: EventProps & { now: number }) {
  const { where, startsAt, endsAt } = event
  const words = formatTimesForViewer(event, now)
  return (
    <div className="mt-5 grid gap-4 border-y border-line py-4.5 sm:grid-cols-2 sm:gap-6 lg:mt-6">
      <p className="flex items-center gap-3.5">
        <DateBadge date={words.date} />
        <span className="min-w-0">
          <time dateTime={`${new Date(startsAt).toISOString()}/${new Date(endsAt).toISOString()}`} className="block text-lead font-strong">
            {formatDayAndTime(event, now)}
          </time>
          <span className="block text-small text-soft">
            {words.zoneText}
            {words.viewerTime && <span className="block">{words.viewerTime}</span>}
          </span>
        </span>
      </p>
      <p className="flex items-center gap-3.5">
        <IconBadge>
          <MapPin size={21} />
        </IconBadge>
        <span className="min-w-0 wrap-anywhere">
          {where.placeId === null ? (
            <b className="block text-lead">{where.name}</b>
          ) : (
            <Link to={`/places/view/${where.placeId}`} className="block text-lead font-strong underline-offset-3 hover:underline">
              {where.name}
            </Link>
          )}
          {where.address && <span className="block text-small text-soft">{where.address}</span>}
        </span>
      </p>
    </div>
  )
}
