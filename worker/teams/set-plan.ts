import { type SQL, sql } from 'drizzle-orm'
import { updateSet } from '../platform/columns.ts'
import { teams } from './schema.ts'

/** For the batch that stores the subscription of a team. */
export const setPlanOfTeam = (teamId: string, { plan, maxMembers }: { plan: SQL; maxMembers: SQL }): SQL =>
  updateSet(teams, { plan, maxMembers }, sql`WHERE ${teams.id} = ${teamId}`)
