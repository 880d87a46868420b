import { Link } from 'react-router'
import { photoUrl } from '../../../domain/places/rules.ts'
import { teamRoleNames } from '../../../domain/teams/contract.ts'
import { coverShades } from '../../../domain/teams/cover-shades.ts'
import type { ListedTeam } from '../../../domain/teams/directory-contract.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { formatEventTime, formatMiles } from '../../discover/format-event.ts'
import { activityLabel } from '../../profiles/activity-row.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { CourtArt } from '../../ui/court-art.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatMembers, formatTeamCity } from '../format-team.ts'
import { joinModeLabels } from './join-mode-labels.ts'

const rowClasses =
  'grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-3.5 border-t border-line py-3.5 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-x-5'
const pictureClasses = 'block h-18 w-full self-start overflow-hidden rounded-thumb bg-wash object-cover sm:h-22'

function TeamPicture({ team: { id, photo, activity, mainColor } }: { team: ListedTeam }) {
  if (photo !== null) return <img src={photoUrl(photo, 480)} alt="" loading="lazy" className={pictureClasses} />
  const colors = mainColor && { ground: coverShades[mainColor] }
  return (
    <span className={pictureClasses}>
      <CourtArt activity={activity ?? 'other'} seed={id} colors={colors} />
    </span>
  )
}

/** A community in the directory: its picture, its facts, its next game, and how to join or the viewer's role. */
export function ListedTeamRow({ team, now }: { team: ListedTeam; now: number }) {
  const { id, name, activity, miles, next, role, joinMode } = team
  // Distances are between the centers of cities, so a smaller one means nothing.
  const distance = miles !== null && miles >= 1 ? formatMiles(miles) : null
  const facts = [activity && activityLabel(activity), formatTeamCity(team), distance, formatMembers(team)]
  const badge = role === null ? joinModeLabels[joinMode] : teamRoleNames[role]
  return (
    <li>
      <Link to={teamPath(id)} className={joinClasses(rowClasses, 'group focus-visible:-outline-offset-2')}>
        <TeamPicture team={team} />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{name}</span>
          <span className="text-small text-soft">{facts.filter(Boolean).join(' · ')}</span>
          <span className="truncate text-small">
            {next ? (
              <>
                <span className="font-strong">{formatEventTime(next, now)}</span> {next.title}
              </>
            ) : (
              <span className="text-soft">No upcoming games</span>
            )}
          </span>
          <Badge isOwn={role !== null} className="sm:hidden">
            {badge}
          </Badge>
        </span>
        <Badge isOwn={role !== null} className="max-sm:hidden">
          {badge}
        </Badge>
      </Link>
    </li>
  )
}

const Badge = ({ isOwn, className, children }: { isOwn: boolean; className: string; children: string }) => (
  <span className={joinClasses('text-small', isOwn ? 'font-strong' : 'text-soft', className)}>{children}</span>
)

const loadingWidths = ['w-44', 'w-56', 'w-36', 'w-48']

export const ListedTeamsLoading = () =>
  loadingWidths.map((width) => (
    <span key={width} className={rowClasses}>
      <Skeleton className="h-18 rounded-thumb sm:h-22" />
      <span className="grid gap-2">
        <Skeleton className={`h-5 max-w-full ${width}`} />
        <Skeleton className="h-3.5 w-56 max-w-full" />
        <Skeleton className="h-3.5 w-40 max-w-full" />
      </span>
      <Skeleton className="h-3.5 w-20 max-sm:hidden" />
    </span>
  ))
