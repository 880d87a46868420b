import { lte, type SQL, sql } from 'drizzle-orm'
import type { DayCounts } from '../../domain/team-hours/day-counts.ts'
import { readFirst, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { select } from '../platform/row-query.ts'
import { isTeam } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { teamHourCounts } from './schema.ts'

/** SQL value: the counts of the current day; null if nobody has asked for them yet. */
export const selectDayCounts = (teamId: string, now: number): SQL =>
  sql`(SELECT ${teamHourCounts.counts} FROM ${teamHourCounts} WHERE ${teamHourCounts.teamId} = ${teamId} AND ${teamHourCounts.validUntil} > ${now})`

/** Stores the counts of a day and returns them. If another request was first, it returns the counts of that one. */
export async function keepDayCounts(
  db: Database,
  teamId: string,
  counts: DayCounts,
  { now, validUntil }: { now: number; validUntil: number },
): Promise<DayCounts | undefined> {
  const isOver = sql`${teamHourCounts.validUntil} <= ${now}`
  const kept = await readFirst(
    db,
    select(
      { counts: teamHourCounts.counts },
      insertSelect(
        teamHourCounts,
        { teamId: communities.id, counts, validUntil },
        sql`FROM ${communities} WHERE ${isTeam(teamId)} ${onConflictUpdate(teamHourCounts, ['teamId'], {
          counts: sql`iif(${isOver}, ${excluded(teamHourCounts.counts)}, ${teamHourCounts.counts})`,
          validUntil: sql`iif(${isOver}, ${excluded(teamHourCounts.validUntil)}, ${teamHourCounts.validUntil})`,
        })} RETURNING counts`,
      ),
    ),
  )
  return kept?.counts
}

export const deleteOldDayCounts = (db: Database, now: number) =>
  write(db, db.delete(teamHourCounts).where(lte(teamHourCounts.validUntil, now)))
