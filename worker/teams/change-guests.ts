import { and, eq, or, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type AddGuest, maxGuests } from '../../domain/teams/contract.ts'
import { judgeGuestAddition, judgeGuestRemoval } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { deleteRowsOfGuests } from '../roster/delete-details.ts'
import { type Actor, canAct, doesTeamExist, isTeam, readFacts, selectFacts } from './actor.ts'
import { recordChange, recordGuestChange } from './record-change.ts'
import { guests, teams } from './schema.ts'

/** Adds a person without an account and returns the id. A repeated request with the same key adds no second guest. */
export async function addGuest(db: Database, { now, newId }: Clock, actor: Actor, teamId: string, input: AddGuest): Promise<string> {
  const { name, email, idempotencyKey } = input
  const id = idempotencyKey === undefined ? newId() : await deriveId('guest', teamId, actor.id, idempotencyKey)
  const emailKey = email === null ? null : canonicalAddress(email)
  const row = { id, teamId: teams.id, name, email, emailKey, createdBy: actor.id, createdAt: now }
  const { facts, existing, added } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    existing: db
      .select({ id: guests.id })
      .from(guests)
      .where(and(eq(guests.teamId, teamId), or(eq(guests.id, id), emailKey === null ? undefined : eq(guests.emailKey, emailKey)))),
    added: insertSelect(
      guests,
      row,
      sql`FROM ${teams} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'guests.manage')}
        AND (SELECT count(*) FROM ${guests} WHERE ${guests.teamId} = ${teamId}) < ${maxGuests}
        ON CONFLICT DO NOTHING`,
    ),
    recorded: recordChange({ now, newId }, actor, teamId, { kind: 'guest-added', guestId: id }),
  })
  if (added.changes > 0) return id
  const { actorRoles } = readFacts(actor, facts)
  const isRepeated = existing.rows.some((guest) => guest.id === id)
  const refusal = judgeGuestAddition(actorRoles, { hasSameEmail: existing.rows.length > 0 && !isRepeated, isFull: !isRepeated })
  if (refusal) throw refusal
  return id
}

export async function removeGuest(db: Database, clock: Clock, actor: Actor, teamId: string, guestId: string): Promise<void> {
  const isGuest = and(eq(guests.id, guestId), eq(guests.teamId, teamId))
  const mayManage = and(doesTeamExist(teamId), canAct(actor, teamId, 'guests.manage'))
  // A parent may take their child out at any time, also of a deleted community.
  const isRemovable = and(isGuest, or(mayManage, eq(guests.guardianId, actor.id ?? '')))
  const { facts, existing, removed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    existing: db.select({ id: guests.id }).from(guests).where(isGuest),
    recorded: recordGuestChange(clock, actor, teamId, 'removed', isRemovable),
    rowsRemoved: deleteRowsOfGuests(db, isRemovable),
    removed: db.delete(guests).where(isRemovable),
  })
  if (removed.changes > 0) return
  const { actorRoles } = readFacts(actor, facts)
  throw judgeGuestRemoval(actorRoles, existing.rows.length > 0) ?? new AppError('Conflict')
}
