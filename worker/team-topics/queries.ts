import { asc, eq, sql } from 'drizzle-orm'
import type { TeamTopic } from '../../domain/team-topics/contract.ts'
import { maxTopics } from '../../domain/team-topics/contract.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { doesTeamExist } from '../teams/actor.ts'
import { teamTopics } from './schema.ts'

/** Selects the topics of a team in their order. */
export const selectTopics = (db: Database, teamId: string) =>
  db
    .select({ id: teamTopics.id, name: teamTopics.name, description: teamTopics.description })
    .from(teamTopics)
    .where(eq(teamTopics.teamId, teamId))
    .orderBy(asc(teamTopics.position), asc(teamTopics.id))
    .limit(maxTopics)

/** Lists the topics of a team. Everyone may see them. */
export async function listTopics(db: Database, teamId: string): Promise<TeamTopic[]> {
  const { team, topics } = await runBatch(db, {
    team: select({ isThere: asBoolean }, sql`SELECT ${doesTeamExist(teamId)} AS isThere`),
    topics: selectTopics(db, teamId),
  })
  if (!team.rows[0]?.isThere) throw teamNotFound()
  return topics.rows
}
