import { Link } from 'react-router'
import type { LatLng } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { maxUpcoming, type TeamCard } from '../../domain/teams/contract.ts'
import type { MapTeam } from '../../domain/teams/map-contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { formatMembers, formatTeamCity } from '../teams/format-team.ts'
import { Avatar } from '../ui/avatar.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { formatMiles } from './format-event.ts'

type TeamRowProps = {
  team: TeamCard
  center?: LatLng | null
  isHighlighted?: boolean
  onHighlight?: (id: string | null) => void
  /** Adds the padding for lists that fill the whole width of their column. */
  className?: string
}

function formatUpcoming({ upcoming }: TeamCard): string {
  if (upcoming === 0) return 'No upcoming games'
  return upcoming === 1 ? '1 upcoming game' : `${upcoming}${upcoming < maxUpcoming ? '' : '+'} upcoming games`
}

/** Null under one mile: we only know the city of a community, so a smaller distance would mean nothing. */
const formatDistance = ({ city }: TeamCard, center: LatLng | null) => {
  const miles = city && center ? milesBetween(center, city) : 0
  return miles < 1 ? null : formatMiles(miles)
}

/** A community in a list. It links to the page of the community. */
export function TeamRow({ team, center = null, isHighlighted = false, onHighlight, className }: TeamRowProps) {
  const { id, name, photo, upcoming } = team
  const face = { id, name, pictureUrl: photo && photoUrl(photo, 480) }
  return (
    <li className={joinClasses('border-t border-line', isHighlighted && 'bg-court-wash')}>
      <Link
        to={teamPath(id)}
        onPointerEnter={() => onHighlight?.(id)}
        onPointerLeave={() => onHighlight?.(null)}
        onFocus={() => onHighlight?.(id)}
        onBlur={() => onHighlight?.(null)}
        className={joinClasses(
          'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 py-3.5 focus-visible:-outline-offset-2 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4',
          className,
        )}
      >
        <Avatar face={face} size={56} isDecorative />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere">{name}</span>
          <span className="truncate text-small text-soft">
            {[formatTeamCity(team), formatDistance(team, center), formatMembers(team)].filter(Boolean).join(' · ')}
          </span>
          <span className={joinClasses('text-small sm:hidden', upcoming === 0 ? 'text-soft' : 'font-strong')}>{formatUpcoming(team)}</span>
        </span>
        <span className={joinClasses('hidden text-right text-small sm:block', upcoming === 0 ? 'text-soft' : 'font-strong')}>
          {formatUpcoming(team)}
        </span>
      </Link>
    </li>
  )
}

export function TeamMapCard({ teams }: { teams: readonly MapTeam[] }) {
  return (
    <ul className="divide-y divide-line">
      {teams.map((team) => (
        <li key={team.id}>
          <Link to={teamPath(team.id)} className="grid gap-0.5 py-3 pr-11 pl-4 focus-visible:-outline-offset-3">
            <span className="line-clamp-2 font-strong wrap-anywhere">{team.name}</span>
            <span className="truncate text-small text-soft">{formatMembers(team)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
