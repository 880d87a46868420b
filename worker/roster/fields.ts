import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateField, maxFields } from '../../domain/roster/contract.ts'
import { judgeFieldAddition, prepareChoices } from '../../domain/roster/rules.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { columnNames, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { memberDetails, teamFields } from './schema.ts'

const { id, name, kind, choices, seenBy, createdAt } = teamFields

/** For a batch: the fields of a team in the order in which they were added. */
export const selectFieldsOf = (db: Database, teamId: string) =>
  db
    .select({ id, name, kind, choices, seenBy })
    .from(teamFields)
    .where(eq(teamFields.teamId, teamId))
    .orderBy(asc(createdAt), asc(id))
    .limit(maxFields)

/** Adds a field and returns its id. A repeated request with the same key adds no second field. */
export async function addField(db: Database, { now, newId }: Clock, actor: Actor, teamId: string, input: CreateField): Promise<string> {
  const fieldId = input.idempotencyKey === undefined ? newId() : await deriveId('team-field', teamId, actor.id, input.idempotencyKey)
  const row = {
    id: fieldId,
    teamId: communities.id,
    name: input.name,
    kind: input.kind,
    choices: prepareChoices(input),
    seenBy: input.seenBy,
    createdAt: now,
  }
  const { facts, existing, added } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    existing: db
      .select({ id })
      .from(teamFields)
      .where(and(eq(id, fieldId), eq(teamFields.teamId, teamId))),
    added: insertSelect(
      teamFields,
      row,
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'roster.manage')}
        AND (SELECT count(*) FROM ${teamFields} WHERE ${teamFields.teamId} = ${teamId}) < ${maxFields}
        ON CONFLICT DO NOTHING`,
    ),
  })
  const { actorRoles } = readFacts(actor, facts)
  if (added.changes === 0 && (existing.rows.length === 0 || !canAny(actorRoles, 'roster.manage'))) throw judgeFieldAddition(actorRoles)
  return fieldId
}

/** Removes a field with the values that people have in it. */
export async function removeField(db: Database, actor: Actor, teamId: string, fieldId: string): Promise<void> {
  const isField = and(eq(id, fieldId), eq(teamFields.teamId, teamId))
  const isGone = sql`NOT EXISTS (SELECT 1 FROM ${teamFields} WHERE ${id} = ${fieldId})`
  const path = `$."${fieldId}"`
  const { facts, existing, removed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    existing: db.select({ id }).from(teamFields).where(isField),
    removed: db.delete(teamFields).where(and(isField, canAct(actor, teamId, 'roster.manage'))),
    emptied: sql`UPDATE ${memberDetails} SET ${columnNames(memberDetails.fieldValues)} = json_remove(${memberDetails.fieldValues}, ${path})
      WHERE ${memberDetails.teamId} = ${teamId} AND json_type(${memberDetails.fieldValues}, ${path}) IS NOT NULL AND ${isGone}`,
  })
  if (removed.changes > 0) return
  requireRight(readFacts(actor, facts).actorRoles, 'roster.manage')
  throw new AppError(existing.rows.length === 0 ? 'TeamFieldNotFound' : 'Conflict')
}
