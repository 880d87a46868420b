import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type AddGuest, guestsMost } from '../../domain/teams/contract.ts'
import { judgeGuestAddition, judgeGuestRemoval } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, mayAct, readFacts, selectFacts } from './acting.ts'

/** Notes a person without an account and answers the id. Asked again with the same key, it notes no second one. */
export async function addGuest(db: Database, { now, newId }: Clock, actor: Actor, teamId: string, input: AddGuest): Promise<string> {
  const { name, email, idempotencyKey } = input
  const id = idempotencyKey === undefined ? newId() : await deriveId('guest', teamId, actor.id, idempotencyKey)
  const emailKey = email === null ? null : canonicalAddress(email)
  const [met, known, added] = await runBatch(db, [
    selectFacts(actor, teamId),
    sql`SELECT id FROM guests WHERE team_id = ${teamId} AND (id = ${id} OR email_key = ${emailKey})`,
    sql`INSERT INTO guests (id, team_id, name, email, email_key, created_by, created_at)
      SELECT ${id}, id, ${name}, ${email}, ${emailKey}, ${actor.id}, ${now} FROM teams
      WHERE id = ${teamId} AND deleted_at IS NULL AND ${mayAct(actor, teamId, 'guests.manage')}
        AND (SELECT count(*) FROM guests WHERE team_id = ${teamId}) < ${guestsMost}
      ON CONFLICT DO NOTHING`,
  ])
  if (added?.meta.changes) return id
  const { by } = readFacts(actor, met)
  const others = (known?.results ?? []) as { id: string }[]
  const isRepeated = others.some((guest) => guest.id === id)
  const refusal = judgeGuestAddition(by, { isKnown: others.length > 0 && !isRepeated, isFull: !isRepeated })
  if (refusal) throw refusal
  return id
}

export async function removeGuest(db: Database, actor: Actor, teamId: string, guestId: string): Promise<void> {
  const [met, known, removed] = await runBatch(db, [
    selectFacts(actor, teamId),
    sql`SELECT 1 FROM guests WHERE id = ${guestId} AND team_id = ${teamId}`,
    sql`DELETE FROM guests WHERE id = ${guestId} AND team_id = ${teamId} AND ${mayAct(actor, teamId, 'guests.manage')}`,
  ])
  if (removed?.meta.changes) return
  const { by } = readFacts(actor, met)
  throw judgeGuestRemoval(by, (known?.results ?? []).length > 0) ?? new AppError('Conflict')
}
