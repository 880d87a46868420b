import type { JoinMode } from './contract.ts'
import { searchedJoinModes } from './directory-contract.ts'

export type ListFilters = { activity?: string | null | undefined; joinMode?: JoinMode | null | undefined }

/** The name of the list of all teams with this activity and join mode: `tennis:open`, `tennis`, `:open`, or '' for all teams. */
export const nameTeamList = ({ activity, joinMode }: ListFilters) => [activity ?? '', ...(joinMode ? [joinMode] : [])].join(':')

/** Each filter, or combination of filters, that finds this team. */
export function listFiltersOf({ activity, joinMode }: { activity: string | null; joinMode: JoinMode }): ListFilters[] {
  const activities = activity === null ? [null] : [null, activity]
  const modes = searchedJoinModes.some((mode) => mode === joinMode) ? [null, joinMode] : [null]
  return activities.flatMap((one) => modes.map((mode) => ({ activity: one, joinMode: mode })))
}
