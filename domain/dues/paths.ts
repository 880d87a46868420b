import { teamPath } from '../teams/paths.ts'

export const duesPath = (teamId: string) => `${teamPath(teamId)}/dues`
/** Who has paid, for those who manage the money. */
export const duePath = (teamId: string, dueId: string) => `${duesPath(teamId)}/${encodeURIComponent(dueId)}`
