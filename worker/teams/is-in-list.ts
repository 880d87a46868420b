import { type SQL, sql } from 'drizzle-orm'
import { joinModes } from '../../domain/teams/contract.ts'
import type { ListFilters } from '../../domain/teams/team-lists.ts'
import { inList } from '../platform/columns.ts'
import { teams } from './schema.ts'

/** The row of `teams` is not deleted and matches both filters. */
export const isInList = ({ activity, joinMode }: ListFilters): SQL =>
  sql`${teams.deletedAt} IS NULL AND ${activity ? sql`${teams.activity} = ${activity}` : sql`true`}
    AND ${inList(teams.joinMode, joinMode ? [joinMode] : joinModes)}`
