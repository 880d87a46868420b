import { and, eq, sql } from 'drizzle-orm'
import { maxSharing } from '../../domain/team-hours/contract.ts'
import { judgeSharing } from '../../domain/team-hours/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { asPerson, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam, isOutOfTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { teamHourCounts, teamHourShares } from './schema.ts'

const isShareOf = (teamId: string, userId: string) => and(eq(teamHourShares.teamId, teamId), eq(teamHourShares.userId, userId))

/** Shares the hours of a member with their team. A repeated request changes nothing. */
export async function shareHours(db: Database, now: number, teamId: string, userId: string): Promise<void> {
  const { facts, existing, shared } = await runBatch(db, {
    facts: selectFacts(asPerson(userId), teamId),
    existing: db.select({ since: teamHourShares.sharedSince }).from(teamHourShares).where(isShareOf(teamId, userId)),
    shared: insertSelect(
      teamHourShares,
      { teamId: communities.id, userId, sharedSince: now },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${isInTeam(teamId, userId)}
        AND (SELECT count(*) FROM ${teamHourShares} WHERE ${teamHourShares.teamId} = ${teamId}) < ${maxSharing}
        ON CONFLICT DO NOTHING`,
    ),
  })
  const { actorRole } = readFacts(asPerson(userId), facts)
  if (shared.changes === 0 && (actorRole === null || existing.rows.length === 0)) throw judgeSharing(actorRole !== null)
}

export async function stopSharingHours(db: Database, teamId: string, userId: string): Promise<void> {
  const { facts } = await runBatch(db, {
    facts: selectFacts(asPerson(userId), teamId),
    stopped: db.delete(teamHourShares).where(isShareOf(teamId, userId)),
  })
  if (readFacts(asPerson(userId), facts).actorRole === null) throw judgeSharing(false)
}

/** Put it in the batch that removes a member, after the statement that does so. */
export const endHourSharing = (db: Database, teamId: string, userId: string) =>
  db.delete(teamHourShares).where(and(isShareOf(teamId, userId), isOutOfTeam(teamId, userId)))

export const hourShareRows: readonly TeamRows[] = [
  { table: teamHourShares, isOf: (teamId) => eq(teamHourShares.teamId, teamId) },
  { table: teamHourCounts, isOf: (teamId) => eq(teamHourCounts.teamId, teamId) },
]
