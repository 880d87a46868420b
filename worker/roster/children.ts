import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type AddChild, maxChildren } from '../../domain/roster/contract.ts'
import { judgeChildAddition } from '../../domain/roster/rules.ts'
import { maxGuests } from '../../domain/teams/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { asPerson, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { communities, communityGuests } from '../teams/shared.ts'

/**
 * Adds a child of a member and returns the id. Only the parent can do this: nobody else may put a child into a team. The child has no
 * address and leaves the team with the parent.
 */
export async function addChild(db: Database, { now, newId }: Clock, parentId: string, teamId: string, input: AddChild): Promise<string> {
  const actor = asPerson(parentId)
  const id = input.idempotencyKey === undefined ? newId() : await deriveId('child', teamId, parentId, input.idempotencyKey)
  const countChildren = sql`(SELECT count(*) FROM ${communityGuests} WHERE ${communityGuests.guardianId} = ${parentId} AND ${communityGuests.teamId} = ${teamId})`
  const row = {
    id,
    teamId: communities.id,
    name: input.name,
    email: null,
    emailKey: null,
    createdBy: parentId,
    createdAt: now,
    guardianId: parentId,
  }
  const { facts, existing, children, added } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    existing: db
      .select({ id: communityGuests.id })
      .from(communityGuests)
      .where(and(eq(communityGuests.id, id), eq(communityGuests.teamId, teamId))),
    children: select({ count: asNumber }, sql`SELECT ${countChildren} AS count`),
    added: insertSelect(
      communityGuests,
      row,
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${isInTeam(teamId, parentId)} AND ${countChildren} < ${maxChildren}
        AND (SELECT count(*) FROM ${communityGuests} WHERE ${communityGuests.teamId} = ${teamId}) < ${maxGuests}
        ON CONFLICT DO NOTHING`,
    ),
    // Without the child, whom only some people may see.
    recorded: recordChange({ now, newId }, actor, teamId, { kind: 'child-added' }),
  })
  if (added.changes > 0) return id
  const isMember = readFacts(actor, facts).actorRole !== null
  const refusal = judgeChildAddition(isMember, existing.rows.length > 0 || (children.rows[0]?.count ?? 0) < maxChildren)
  if (refusal) throw refusal
  if (existing.rows.length === 0) throw new AppError('TeamGuestsFull', { values: { max: maxGuests } })
  return id
}
