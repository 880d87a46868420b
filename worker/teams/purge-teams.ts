import { eq, lte, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { queueServingOfTeam } from '../hostnames/serve-host.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { emptyTeamConversations } from '../messages/empty.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { deletedTeamMembers, guests, teamChanges, teamCustomRoles, teamHandOvers, teams } from './schema.ts'

export const ownTeamRows: readonly TeamRows[] = [guests, teamHandOvers, teamChanges, deletedTeamMembers, teamCustomRoles].map((table) => ({
  table,
  isOf: (teamId) => eq(table.teamId, teamId),
}))

const maxTeamsPerMinute = 20
const maxRowsPerMinute = 5000
const maxRowsAtOnce = 500

/**
 * Runs every minute: deletes the data of teams that were deleted 30 days ago, or whose owner deleted their account. What does not fit into
 * this minute is left to the next one. The row of the team stays without members, because past games show its name.
 */
export async function purgeTeams(db: Database, now: number, rows: readonly TeamRows[]): Promise<void> {
  const due = await readAll(
    db,
    db
      .select({ id: teams.id, photoKey: teams.photoKey })
      .from(teams)
      .where(lte(teams.purgeAt, now))
      .orderBy(teams.purgeAt)
      .limit(maxTeamsPerMinute),
  )
  let rowsLeft = maxRowsPerMinute
  for (const team of due) {
    // The rows must still be there, because the conversations of topics and the domain are found by them.
    await runBatch(db, { conversations: emptyTeamConversations(team.id, now), domain: queueServingOfTeam(team.id, now) })
    for (const part of rows) {
      rowsLeft -= await deleteRows(db, part, { teamId: team.id, now, max: rowsLeft })
      if (rowsLeft <= 0) return
    }
    await finish(db, team, now)
  }
}

type Deletion = { teamId: string; now: number; max: number }

/** Deletes at most about `max` of these rows with their files, and returns how many it deleted. */
async function deleteRows(db: Database, { table, isOf, files }: TeamRows, { teamId, now, max }: Deletion): Promise<number> {
  const key = keyOf(table)
  // Both statements that read these rows must find the same ones.
  const order = files ? sql`ORDER BY ${key}` : sql``
  const isSome = sql`(${key}) IN (SELECT ${key} FROM ${table} WHERE ${isOf(teamId)} ${order} LIMIT ${maxRowsAtOnce})`
  for (let deleted = 0; ; ) {
    const outcome = await runBatch(db, {
      files: files ? [eraseFilesOf(files(isSome), { teamId, now })] : [],
      deleted: sql`DELETE FROM ${table} WHERE ${isSome}`,
    })
    const { changes } = outcome.deleted
    deleted += changes
    if (changes < maxRowsAtOnce || deleted >= max) return deleted
  }
}

/** The columns of the primary key. Some tables have no rowid. */
function keyOf(table: SQLiteTable): SQL {
  const { columns, primaryKeys } = getTableConfig(table)
  return sql.join(primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary), sql.raw(', '))
}

const eraseFilesOf = (keys: SQL, { teamId, now }: Pick<Deletion, 'teamId' | 'now'>) =>
  putRowsInOutbox(
    'work',
    sql`SELECT 'erase-team-files:' || ${teamId} || ':' || min(key) AS id, json_object('kind', 'erase-files', 'keys', json_group_array(key)) AS body
      FROM (${keys}) HAVING count(*) > 0`,
    { now },
  )

async function finish(db: Database, { id, photoKey }: { id: string; photoKey: string | null }, now: number): Promise<void> {
  await runBatch(db, {
    finished: db.update(teams).set({ purgeAt: null, photoKey: null, description: '', topics: [] }).where(eq(teams.id, id)),
    filesErased:
      photoKey === null
        ? []
        : [putInOutbox('work', [{ id: `erase-team-photo:${id}`, body: { kind: 'erase-files', keys: [`photos/${photoKey}/`] } }], { now })],
  })
}
