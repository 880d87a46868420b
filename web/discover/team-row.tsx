import { Link } from 'react-router'
import { teamDiscover } from '../../domain/discover/state.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { cityWords, photoUrl } from '../../domain/places/rules.ts'
import { type TeamCard, upcomingMost } from '../../domain/teams/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { milesWords } from './row-words.ts'

type TeamRowProps = {
  team: TeamCard
  center?: LatLng | null
  isLit?: boolean
  onLight?: (id: string | null) => void
  /** For a list that goes to the edges of its column. */
  className?: string
}

export const membersWords = ({ members }: Pick<TeamCard, 'members'>) => (members === 1 ? '1 member' : `${members.toLocaleString()} members`)

function upcomingWords({ upcoming }: TeamCard): string {
  if (upcoming === 0) return 'Nothing coming up'
  return upcoming === 1 ? '1 game coming up' : `${upcoming}${upcoming < upcomingMost ? '' : '+'} games coming up`
}

/** Where it is at home is a city: within one there is no nearer and farther. */
const milesTo = ({ city }: TeamCard, center: LatLng | null) => {
  const miles = city && center ? milesBetween(center, city) : 0
  return miles < 1 ? null : milesWords(miles)
}

export const cityOf = ({ city }: Pick<TeamCard, 'city'>) => city && cityWords({ cityName: city.name, cityState: city.state })

/** A community, on the way to its games. */
export function TeamRow({ team, center = null, isLit = false, onLight, className }: TeamRowProps) {
  const { id, name, photo, upcoming } = team
  const face = { id, name, pictureUrl: photo && photoUrl(photo, 480) }
  return (
    <li className={joinClasses('border-t border-line', isLit && 'bg-court-wash')}>
      <Link
        to={teamDiscover(id)}
        onPointerEnter={() => onLight?.(id)}
        onPointerLeave={() => onLight?.(null)}
        onFocus={() => onLight?.(id)}
        onBlur={() => onLight?.(null)}
        className={joinClasses(
          'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 py-3.5 focus-visible:-outline-offset-2 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-4',
          className,
        )}
      >
        <Avatar face={face} size={56} isDecorative />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere">{name}</span>
          <span className="truncate text-small text-soft">
            {[cityOf(team), milesTo(team, center), membersWords(team)].filter(Boolean).join(' · ')}
          </span>
          <span className={joinClasses('text-small sm:hidden', upcoming === 0 ? 'text-soft' : 'font-strong')}>{upcomingWords(team)}</span>
        </span>
        <span className={joinClasses('hidden text-right text-small sm:block', upcoming === 0 ? 'text-soft' : 'font-strong')}>
          {upcomingWords(team)}
        </span>
      </Link>
    </li>
  )
}

export function TeamMapCard({ teams }: { teams: readonly TeamCard[] }) {
  return (
    <ul className="divide-y divide-line">
      {teams.map((team) => (
        <li key={team.id}>
          <Link to={teamDiscover(team.id)} className="grid gap-0.5 py-3 pr-11 pl-4 focus-visible:-outline-offset-3">
            <span className="line-clamp-2 font-strong wrap-anywhere">{team.name}</span>
            <span className="truncate text-small text-soft">
              {membersWords(team)} · {upcomingWords(team)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
