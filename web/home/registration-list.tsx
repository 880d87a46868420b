import { Link } from 'react-router'
import { submissionPath } from '../../domain/forms/paths.ts'
import type { Registration } from '../../domain/seasons/contract.ts'
import { formatSeasonDates, seasonPath } from '../seasons/format-season.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'

export function RegistrationList({ registrations }: { registrations: readonly Registration[] }) {
  if (registrations.length === 0) return <p className="text-soft">No registrations found for this user</p>
  return (
    <ul aria-label="Registrations" className="border-b border-line">
      {registrations.map(({ id, team, seasonLabel, startDate, endDate, submission, child, groupName }) => (
        <li key={`${id} ${child?.id}`} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line">
          <Link to={seasonPath(team.id, id)} className="group flex items-center gap-3.5 py-3">
            <Avatar face={team} size={44} isDecorative />
            <span className="grid min-w-0">
              <span className="font-strong wrap-anywhere group-hover:text-court">{team.name}</span>
              <span className="text-small text-soft wrap-anywhere">
                {seasonLabel} · {formatSeasonDates({ startDate, endDate })}
              </span>
              {child && (
                <span className="text-small text-soft wrap-anywhere">
                  {child.name}
                  {groupName && ` · ${groupName}`}
                </span>
              )}
            </span>
          </Link>
          {submission && (
            <Link
              to={submissionPath(submission.formId, submission.id)}
              className="flex min-h-11 items-center text-small font-strong text-court underline-offset-3 hover:underline"
            >
              What you sent
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

export function RegistrationsLoading() {
  return (
    <Loading label="Loading registrations" className="border-b border-line">
      <SkeletonRows count={2} className="gap-3.5 border-t border-line py-3" picture="size-11 rounded-full" lines={['w-36', 'w-48']} />
    </Loading>
  )
}
