import { Avatar } from '../ui/avatar.tsx'

/** A season someone is signed up for with a team. Dates are days of the calendar: YYYY-MM-DD. */
export type Registration = {
  id: string
  team: { id: string; name: string; pictureUrl: string | null }
  seasonLabel: string
  startDate: string
  endDate: string
}

function rangeWords(startDate: string, endDate: string): string {
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
            <span className="text-small text-soft">
              {seasonLabel} · {rangeWords(startDate, endDate)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
