import { maxDurationMinutes, minDurationMinutes } from '../../../domain/events/form-contract.ts'
import type { HoursFilter } from '../../../domain/team-hours/contract.ts'
import { halfHourMinutes } from '../../../domain/team-hours/make-grid.ts'
import { teamRoles } from '../../../domain/teams/roles.ts'
import { dayNumberOf, minutesADay, minutesOf } from '../../../domain/time/clock.ts'

/** A start that another page has chosen, and the community whose free members are invited. */
export type GivenStart = {
  date: string
  time: string
  minutes: number
  team: { id: string; zone: string | null } | null
  /** Null if nobody is invited. */
  invite: HoursFilter | 'everyone' | null
}

/** Reads the start from the query of the URL. Null if there is none, or if it is not valid. */
export function readGivenStart(search: URLSearchParams): GivenStart | null {
  const [date, time, minutes] = [search.get('date') ?? '', search.get('time') ?? '', Number(search.get('minutes'))]
  const startMinutes = minutesOf(time)
  if (dayNumberOf(date) === null || startMinutes === null || startMinutes === minutesADay) return null
  if (!Number.isInteger(minutes) || minutes < minDurationMinutes || minutes > maxDurationMinutes) return null
  const teamId = search.get('team')
  return {
    date,
    time,
    minutes,
    team: teamId === null ? null : { id: teamId, zone: search.get('zone') },
    invite: readInvite(search.get('invite')),
  }
}

function readInvite(text: string | null): GivenStart['invite'] {
  if (text === 'everyone') return text
  if (text?.startsWith('group:')) return `group:${text.slice('group:'.length)}`
  return teamRoles.find((role) => role === text) ?? null
}

/** How many half hours of the map a game of this length needs. */
export const countHalfHours = ({ minutes }: GivenStart) => Math.ceil(minutes / halfHourMinutes)
