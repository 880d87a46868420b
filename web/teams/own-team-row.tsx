import { Bell, CalendarDays, Ellipsis, LogOut, UserRoundCheck } from 'lucide-react'
import { Link } from 'react-router'
import { teamDiscover } from '../../domain/discover/state.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import type { OwnTeam, TeamRole } from '../../domain/teams/contract.ts'
import { timeWords } from '../discover/row-words.ts'
import { cityOf, membersWords } from '../discover/team-row.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

const roleWords: Record<TeamRole, string> = { owner: 'Owner', organizer: 'Organizer', member: 'Member' }

const rowClasses =
  'grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-t border-line py-3.5 sm:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,18rem)_auto] sm:gap-x-4'

type OwnTeamRowProps = { team: OwnTeam; onAsk: (what: 'leave' | 'hand-over') => void }

/** A community on the way to its games, what it plays next, and the way out. */
export function OwnTeamRow({ team, onAsk }: OwnTeamRowProps) {
  const { id, name, photoKey, role, next } = team
  const wayOut: MenuEntry =
    role === 'owner'
      ? {
          id: 'hand-over',
          label: 'Hand over',
          hint: 'Choose a new owner before you leave',
          icon: <UserRoundCheck size={18} aria-hidden="true" />,
          startsGroup: true,
          onPress: () => onAsk('hand-over'),
        }
      : {
          id: 'leave',
          label: 'Leave',
          icon: <LogOut size={18} aria-hidden="true" />,
          isDangerous: true,
          startsGroup: true,
          onPress: () => onAsk('leave'),
        }
  return (
    <li className={rowClasses}>
      <Link to={teamDiscover(id)} className="group col-span-2 flex min-w-0 items-center gap-3.5 sm:gap-4">
        <Avatar face={{ id, name, pictureUrl: photoKey && photoUrl(photoKey, 480) }} size={56} isDecorative />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{name}</span>
          <Facts facts={[roleWords[role], cityOf(team), membersWords(team)]} />
        </span>
      </Link>
      <NextGame next={next} />
      <div className="col-start-3 row-start-1 -mr-2 sm:col-start-4">
        <Menu
          label={`More for ${name}`}
          entries={[
            { id: 'games', label: 'Games', icon: <CalendarDays size={18} aria-hidden="true" />, to: teamDiscover(id) },
            { id: 'notices', label: 'Mute or unmute', icon: <Bell size={18} aria-hidden="true" />, to: '/settings?tab=notification' },
            wayOut,
          ]}
        >
          <Ellipsis size={20} aria-hidden="true" />
        </Menu>
      </div>
    </li>
  )
}

/** Each fact stays whole; where they take a second line, the dot before its first lies outside. */
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
        {timeWords(next, Date.now())}
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
