import { formatIn } from '../../domain/time/write-time.ts'

type Dates = { startDate: string; endDate: string }

/** Formats in UTC, because a season is a range of calendar days without a time zone. */
export const formatSeasonDates = ({ startDate, endDate }: Dates): string =>
  formatIn(undefined, 'UTC', { month: 'short', day: 'numeric', year: 'numeric' }).formatRange(
    new Date(`${startDate}T00:00:00Z`),
    new Date(`${endDate}T00:00:00Z`),
  )

export type SeasonState = 'running' | 'coming' | 'over'

export const stateOfSeason = ({ startDate, endDate }: Dates, today: string): SeasonState =>
  today < startDate ? 'coming' : today > endDate ? 'over' : 'running'

export const seasonStateNames: Record<SeasonState, string> = { running: 'Running', coming: 'Upcoming', over: 'Over' }

export const seasonPath = (teamId: string, seasonId: string) => `/team/${teamId}/seasons/${seasonId}`
export const seasonsPath = (teamId: string) => `/team/${teamId}/seasons`
