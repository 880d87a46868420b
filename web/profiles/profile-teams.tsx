import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { photoUrl } from '../../domain/places/rules.ts'
import type { ProfileTeam, PublicProfile } from '../../domain/profiles/public-contract.ts'
import { teamRoleNames } from '../../domain/teams/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { formatMembers, formatTeamCity } from '../teams/format-team.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { activityLabel } from './activity-row.tsx'
import { type ProfileSight, teamsOf } from './queries.ts'

const linkClasses = 'font-strong text-court underline-offset-3 hover:underline'
const rowClasses = 'flex items-center gap-3.5 border-t border-line py-3'

/** The communities of a person that the viewer may see. Without any, only the person themselves sees the section. */
export function ProfileTeams({ profile: { id, isMe }, sight }: { profile: PublicProfile; sight: ProfileSight }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(teamsOf(id, sight))
  const headingId = useId()
  if (!isMe && data?.teams.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1.5 text-[1.375rem]">
        Communities
      </h2>
      {isPending ? (
        <TeamsLoading />
      ) : data === undefined ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : data.teams.length === 0 ? (
        <p className="text-soft">
          You are not in a community yet.{' '}
          <Link to="/teams-v3" className={linkClasses}>
            Find one near you
          </Link>
        </p>
      ) : (
        <ul className="border-b border-line">
          {data.teams.map((team) => (
            <TeamRow key={team.id} team={team} isMe={isMe} />
          ))}
        </ul>
      )}
      {isMe && data !== undefined && data.teams.length > 0 && (
        <p className="mt-3">
          <Link to="/my-communities" className={linkClasses}>
            All my communities
          </Link>
        </p>
      )}
    </section>
  )
}

function TeamRow({ team, isMe }: { team: ProfileTeam; isMe: boolean }) {
  const { id, name, photo, activity, role, isShared } = team
  const facts = [
    role !== 'member' && teamRoleNames[role],
    activity && activityLabel(activity),
    formatTeamCity(team),
    formatMembers(team),
    !isMe && isShared && 'You are in it too',
  ]
  return (
    <li>
      <Link to={teamPath(id)} className={`group ${rowClasses} focus-visible:-outline-offset-2`}>
        <Avatar face={{ id, name, pictureUrl: photo && photoUrl(photo, 480) }} size={48} isDecorative />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 font-strong wrap-anywhere group-hover:text-court">{name}</span>
          <span className="text-small text-soft">{facts.filter(Boolean).join(' · ')}</span>
        </span>
      </Link>
    </li>
  )
}

const TeamsLoading = () => (
  <Loading label="Loading the communities">
    {['w-44', 'w-36'].map((width) => (
      <span key={width} className={rowClasses}>
        <Skeleton className="size-12 flex-none rounded-full" />
        <span className="grid gap-2">
          <Skeleton className={`h-5 ${width}`} />
          <Skeleton className="h-3.5 w-48 max-w-full" />
        </span>
      </span>
    ))}
  </Loading>
)
