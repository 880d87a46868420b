import { MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatLevels, formatVisibility } from '../../../domain/events/format.ts'
import type { ViewerState } from '../../../domain/events/viewer-state.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { useViewer } from '../../app-state.ts'
import { Avatar, AvatarStack } from '../../ui/avatar.tsx'
import { CourtArt } from '../../ui/court-art.tsx'
import { DateBadge, IconBadge } from '../../ui/date-badge.tsx'
import { Status } from '../../ui/status.tsx'
import { activityLabel, formatDayAndTime, formatSignUpOpening, formatTimesForViewer, toKnownActivity } from '../format-event.ts'

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

/** The most important news about a game: it was cancelled, or it is not published yet. */
export function EventNotice({ event, viewerState, now }: EventProps & { viewerState: ViewerState; now: number }) {
  const { cancelReason, isHost, visibility, team } = event
  switch (viewerState) {
    case 'cancelled':
      return (
        <Notice>
          <Status tone="bad" className="font-strong">
            This game was cancelled
          </Status>
          {cancelReason && <p className="wrap-anywhere">{cancelReason}</p>}
        </Notice>
      )
    case 'draft':
      return (
        <Notice>
          <Status tone="quiet" className="font-strong">
            Draft
          </Status>
          <p className="text-soft">{isHost ? 'Only you and your co-hosts can see it.' : 'It was never published.'}</p>
        </Notice>
      )
    case 'scheduled':
      // Everyone else reads this in the join card.
      return isHost ? (
        <Notice>
          <Status tone="quiet" className="font-strong">
            Scheduled
          </Status>
          <p className="text-soft">
            {formatSignUpOpening(event, now)}. Until then,{' '}
            {visibility === 'team' ? `only members of ${team?.name ?? 'the community'} with` : 'only people with'} the link can open it. You
            can already invite people.
          </p>
        </Notice>
      ) : null
    default:
      return null
  }
}

/** Only the person who is asked sees this. They answer on a page of its own, which says what a co-host can do. */
export const CoHostNotice = ({ event: { id } }: EventProps) => (
  <Notice>
    <p className="font-strong">You are asked to be a co-host</p>
    <Link to={`/discover/events/${id}/co-host`} className="font-strong text-court underline-offset-3 hover:underline">
      Accept or decline
    </Link>
  </Notice>
)

const Notice = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 grid max-w-[64ch] gap-1 border-l-2 border-line pl-4">{children}</div>
)

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
