import { teamPath } from '../teams/paths.ts'

/** The page with somebody's own books, or with those of a community. */
export const ledgerPath = (teamId?: string) => (teamId === undefined ? '/ledger' : `${teamPath(teamId)}/ledger`)
