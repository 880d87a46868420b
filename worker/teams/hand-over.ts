import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { maxOwnedTeams } from '../../domain/teams/contract.ts'
import { judgeHandOver } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { type MessageInsert, readFirst, runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, orNull, select } from '../platform/row-query.ts'
import { type Actor, canAct, isMemberRow, readFacts, selectFacts } from './actor.ts'
import { recordChange } from './record-change.ts'
import { teamHandOvers, teamMembers } from './schema.ts'

const owner = alias(teamMembers, 'owner')
const m = alias(teamMembers, 'm')

/** The id of the owner now; null for a team without one. */
export const selectOwner = (teamId: SQLWrapper | string): SQL =>
  sql`(SELECT ${owner.userId} FROM ${teamMembers} ${owner} WHERE ${owner.teamId} = ${teamId} AND ${owner.role} = 'owner')`

export const countOwned = (userId: string): SQL =>
  sql`(SELECT count(*) FROM ${teamMembers} WHERE ${teamMembers.userId} = ${userId} AND ${teamMembers.role} = 'owner')`

type Change = {
  /** The owner that the actor saw; null for a team without an owner. */
  from: string | null
  to: string
  kind?: 'handed-over' | 'recovered'
  /** Another condition for the change. */
  when?: SQL
  /** Runs in the same batch, after the change. */
  after?: (SQL | MessageInsert)[]
}

/** Reads the facts that explain why somebody cannot become the owner. */
export const selectHandOverFacts = (teamId: string, to: string) =>
  select(
    { ownerId: orNull(teamMembers.userId), targetOwns: asNumber },
    sql`SELECT ${selectOwner(teamId)} AS ownerId, ${countOwned(to)} AS targetOwns`,
  )

/**
 * Makes a member the owner, and the owner an organizer. If two people hand over at the same time, the second one gets an error. Offers
 * of the former owner end.
 */
export async function handOver(
  db: Database,
  clock: Clock,
  actor: Actor,
  teamId: string,
  { from, to, kind = 'handed-over', when = sql`1`, after = [] }: Change,
): Promise<void> {
  const { facts, state, handedOver } = await runBatch(db, {
    facts: selectFacts(actor, teamId, to),
    state: selectHandOverFacts(teamId, to),
    // One statement changes both rows, the old owner first, so that there are never two owners or none.
    handedOver: insertSelect(
      teamMembers,
      { teamId: m.teamId, userId: m.userId, role: sql`iif(${m.userId} = ${to}, 'owner', 'organizer')`, joinedAt: m.joinedAt },
      sql`FROM ${teamMembers} ${m}
        WHERE ${m.teamId} = ${teamId} AND ${m.userId} IN (${from}, ${to}) AND ${selectOwner(teamId)} IS ${from} AND ${from} IS NOT ${to}
          AND EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${isMemberRow(teamId, to)})
          AND ${countOwned(to)} < ${maxOwnedTeams} AND ${canAct(actor, teamId, 'team.handOver')} AND ${when}
        ORDER BY ${m.userId} = ${to}
        ${onConflictUpdate(teamMembers, ['teamId', 'userId'], {
          ...{ role: excluded(teamMembers.role), customRoleId: sql`NULL`, rights: sql`0` },
        })}`,
    ),
    recorded: recordChange(clock, actor, teamId, { kind, personId: to, newRole: 'owner' }),
    offersEnded: db
      .delete(teamHandOvers)
      .where(sql`${teamHandOvers.teamId} = ${teamId} AND ${teamHandOvers.fromId} IS NOT ${selectOwner(teamId)}`),
    after,
  })
  if (handedOver.changes > 0) return
  const { ownerId = null, targetOwns = 0 } = state.rows[0] ?? {}
  throw judgeHandOver({ ...readFacts(actor, facts), ownerId, targetOwns, from, to }) ?? new AppError('Conflict')
}

/** For admins: makes a member the owner of a team that has no owner, or whose owner deleted their account. */
export async function recoverTeam(db: Database, clock: Clock, adminId: string | null, teamId: string, to: string): Promise<void> {
  const isStranded = sql`NOT EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${selectOwner(teamId)} AND ${people.deletedAt} IS NULL)`
  const row = await readFirst(
    db,
    select(
      { ownerId: orNull(teamMembers.userId), isStranded: asBoolean },
      sql`SELECT ${selectOwner(teamId)} AS ownerId, ${isStranded} AS isStranded`,
    ),
  )
  if (row && !row.isStranded) throw new AppError('TeamHasOwner')
  await handOver(db, clock, { id: adminId, isAdmin: true }, teamId, { from: row?.ownerId ?? null, to, kind: 'recovered', when: isStranded })
}
