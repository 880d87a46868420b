import type { Registration } from '../../domain/seasons/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'

/** Formats in UTC, because a season is a range of calendar days without a time zone. */
function formatDateRange(startDate: string, endDate: string): string {
  const format = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
  return format.formatRange(new Date(`${startDate}T00:00:00Z`), new Date(`${endDate}T00:00:00Z`))
}

export function RegistrationList({ registrations }: { registrations: readonly Registration[] }) {
  if (registrations.length === 0) return <p className="text-soft">No registrations found for this user</p>
  return (
    <ul aria-label="Registrations" className="border-b border-line">
      {registrations.map(({ id, team, seasonLabel, startDate, endDate }) => (
        <li key={id} className="flex items-center gap-3.5 border-t border-line py-3">
          <Avatar face={team} size={44} isDecorative />
          <span className="grid min-w-0">
            <span className="font-strong wrap-anywhere">{team.name}</span>
            <span className="text-small text-soft wrap-anywhere">
              {seasonLabel} · {formatDateRange(startDate, endDate)}
            </span>
          </span>
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
