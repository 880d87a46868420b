import { teamPath } from '../teams/paths.ts'

/** The page with somebody's own books, or with those of a community. */
export const ledgerPath = (teamId?: string) => (teamId === undefined ? '/ledger' : `${teamPath(teamId)}/ledger`)

/** The books of one game. */
export const eventLedgerPath = (eventId: string) => `/ledger/events/${encodeURIComponent(eventId)}`

/** The books of one season, among those of its community. */
export const seasonLedgerPath = (teamId: string, seasonId: string) => `${ledgerPath(teamId)}/seasons/${encodeURIComponent(seasonId)}`
