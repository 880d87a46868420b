import { maxDurationMinutes, minDurationMinutes } from '../../../domain/events/form-contract.ts'
import { halfHourMinutes } from '../../../domain/team-hours/make-grid.ts'
import { type TeamRole, teamRoles } from '../../../domain/teams/contract.ts'
import { dayNumberOf, minutesADay, minutesOf } from '../../../domain/time/clock.ts'

/** A start that another page has chosen, and the community whose free members are invited. */
export type GivenStart = {
  date: string
  time: string
  minutes: number
  team: { id: string; zone: string | null } | null
  /** Null if nobody is invited. */
  invite: TeamRole | 'everyone' | null
}

/** Reads the start from the query of the URL. Null if there is none, or if it is not valid. */
export function readGivenStart(search: URLSearchParams): GivenStart | null {
  const [date, time, minutes] = [search.get('date') ?? '', search.get('time') ?? '', Number(search.get('minutes'))]
  const startMinutes = minutesOf(time)
  if (dayNumberOf(date) === null || startMinutes === null || startMinutes === minutesADay) return null
  if (!Number.isInteger(minutes) || minutes < minDurationMinutes || minutes > maxDurationMinutes) return null
  const teamId = search.get('team')
  const invite = search.get('invite')
  return {
    date,
    time,
    minutes,
    team: teamId === null ? null : { id: teamId, zone: search.get('zone') },
    invite: invite === 'everyone' ? invite : (teamRoles.find((role) => role === invite) ?? null),
  }
}

/** How many half hours of the map a game of this length needs. */
export const countHalfHours = ({ minutes }: GivenStart) => Math.ceil(minutes / halfHourMinutes)
