import {
  Bell,
  CalendarClock,
  CalendarHeart,
  CircleDollarSign,
  ClipboardList,
  Ellipsis,
  LogOut,
  Megaphone,
  UserRoundCheck,
} from 'lucide-react'
import { Link } from 'react-router'
import { can } from '../../domain/access/can.ts'
import { duesPath } from '../../domain/dues/paths.ts'
import { formsPath } from '../../domain/forms/paths.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { type OwnTeam, teamRoleNames } from '../../domain/teams/contract.ts'
import { newsPath, teamPath } from '../../domain/teams/paths.ts'
import { formatEventTime } from '../discover/format-event.ts'
import { formatUnread } from '../team-announcements/format-unread.ts'
import { useShareHours } from '../team-hours/use-share-hours.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { formatMembers, formatTeamCity } from './format-team.ts'
import { HandOverNote } from './hand-over-note.tsx'

const rowClasses =
  'grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-t border-line py-3.5 sm:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,18rem)_auto] sm:gap-x-4'

type OwnTeamRowProps = { team: OwnTeam; onOpenDialog: (action: 'leave' | 'hand-over') => void }

/** A community with a link to its page, its next game, and a menu to leave it or hand it over. */
export function OwnTeamRow({ team, onOpenDialog }: OwnTeamRowProps) {
  const { id, name, photoKey, role, next } = team
  const { setSharing } = useShareHours()
  const leaveEntry: MenuEntry =
    role === 'owner'
      ? {
          id: 'hand-over',
          label: 'Hand over',
          hint: 'Ask a member to take over',
          icon: <UserRoundCheck size={18} aria-hidden="true" />,
          startsGroup: true,
          onPress: () => onOpenDialog('hand-over'),
        }
      : {
          id: 'leave',
          label: 'Leave',
          icon: <LogOut size={18} aria-hidden="true" />,
          isDangerous: true,
          startsGroup: true,
          onPress: () => onOpenDialog('leave'),
        }
  return (
    <li className={rowClasses}>
      <Link to={teamPath(id)} className="group col-span-2 flex min-w-0 items-center gap-3.5 sm:gap-4">
        <Avatar face={{ id, name, pictureUrl: photoKey && photoUrl(photoKey, 480) }} size={56} isDecorative />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{name}</span>
          <Facts facts={[teamRoleNames[role], formatTeamCity(team), formatMembers(team), formatNew(team)]} />
        </span>
      </Link>
      <NextGame next={next} />
      {team.handOver && <HandOverNote id={id} name={name} handOver={team.handOver} />}
      <div className="col-start-3 row-start-1 -mr-2 sm:col-start-4">
        <Menu
          label={`More for ${name}`}
          entries={[
            { id: 'news', label: 'News', icon: <Megaphone size={18} aria-hidden="true" />, to: newsPath(id) },
            { id: 'hours', label: 'When can we play?', icon: <CalendarClock size={18} aria-hidden="true" />, to: `${teamPath(id)}/when` },
            ...(can(team, 'forms.manage')
              ? [{ id: 'forms', label: 'Forms', icon: <ClipboardList size={18} aria-hidden="true" />, to: formsPath }]
              : []),
            { id: 'dues', label: 'Dues', icon: <CircleDollarSign size={18} aria-hidden="true" />, to: duesPath(id) },
            {
              id: 'share-hours',
              label: team.sharesHours ? 'Stop sharing my hours' : 'Share my hours',
              icon: <CalendarHeart size={18} aria-hidden="true" />,
              onPress: () => setSharing(id, !team.sharesHours),
            },
            {
              id: 'notices',
              label: 'Mute or unmute',
              icon: <Bell size={18} aria-hidden="true" />,
              to: `/settings?tab=notification#mute-${id}`,
            },
            leaveEntry,
          ]}
        >
          <Ellipsis size={20} aria-hidden="true" />
        </Menu>
      </div>
    </li>
  )
}

const formatNew = ({ unreadAnnouncements: count }: OwnTeam) =>
  count === 0 ? null : `${formatUnread(count)} new ${count === 1 ? 'announcement' : 'announcements'}`

/** Facts with dots between them. A fact never breaks in two; a dot at the start of a second line is hidden outside the box. */
const Facts = ({ facts }: { facts: readonly (string | null)[] }) => (
  <span className="overflow-hidden text-small text-soft">
    <span className="-ml-2.5 flex flex-wrap">
      {facts.filter(Boolean).map((fact, index) => (
        <span key={fact}>
          <span aria-hidden="true" className="inline-block w-2.5 text-center whitespace-pre">
            {index > 0 && ' · '}
          </span>
          {fact}
        </span>
      ))}
    </span>
  </span>
)

const nextClasses = 'col-span-2 col-start-2 min-w-0 text-small max-sm:pt-1.5 sm:col-span-1 sm:col-start-3 sm:row-start-1'

function NextGame({ next }: Pick<OwnTeam, 'next'>) {
  if (!next) return <p className={`${nextClasses} text-soft`}>No upcoming games</p>
  return (
    <Link to={`/evt/${next.id}`} className={`${nextClasses} group grid min-h-11 content-center`}>
      <time dateTime={new Date(next.startsAt).toISOString()} className="font-strong text-court">
        {formatEventTime(next, Date.now())}
      </time>
      <span className="line-clamp-2 font-medium wrap-anywhere group-hover:text-court">{next.title}</span>
    </Link>
  )
}

export function OwnTeamsLoading() {
  return (
    <Loading label="Loading your communities">
      {['w-40', 'w-52', 'w-32'].map((width) => (
        <span key={width} className={rowClasses}>
          <Skeleton className="size-14 rounded-full" />
          <span className="grid gap-2">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-3.5 w-48 max-w-full" />
          </span>
          <span className="col-start-2 row-start-2 grid gap-2 pt-3 sm:col-start-3 sm:row-start-1 sm:pt-0">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3.5 w-44" />
          </span>
          <span className="col-start-3 row-start-1 -mr-2 size-11 sm:col-start-4" />
        </span>
      ))}
    </Loading>
  )
}
