import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { TeamTopic } from '../../domain/team-topics/contract.ts'
import { maxTopics } from '../../domain/team-topics/contract.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isTeam } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { teamTopics } from './schema.ts'

/** Selects the topics of a team in their order. */
export const selectTopics = (db: Database, teamId: string) =>
  db
    .select({ id: teamTopics.id, name: teamTopics.name, description: teamTopics.description })
    .from(teamTopics)
    .where(eq(teamTopics.teamId, teamId))
    .orderBy(asc(teamTopics.position), asc(teamTopics.id))
    .limit(maxTopics)

const doesTeamExist = (teamId: string): SQL => sql`SELECT EXISTS (SELECT 1 FROM ${communities} WHERE ${isTeam(teamId)}) AS isThere`

/** Lists the topics of a team. Everyone may see them. */
export async function listTopics(db: Database, teamId: string): Promise<TeamTopic[]> {
  const { team, topics } = await runBatch(db, {
    team: select({ isThere: asBoolean }, doesTeamExist(teamId)),
    topics: selectTopics(db, teamId),
  })
  if (!team.rows[0]?.isThere) throw teamNotFound()
  return topics.rows
}
