import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type AskForDues, type ChangeDues, type DuePath, maxOpenDues } from '../../domain/dues/contract.ts'
import { isDeadline, nextReminder } from '../../domain/dues/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { canBePaid, ownerOf } from '../payments/payee.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { closePagesOfDue, p } from './queue-settling.ts'
import { duePayments, dues } from './schema.ts'

/** The row of `dues` is this one of this community. */
export const isThisDue = ({ id: teamId, dueId }: DuePath): SQL => sql`${dues.id} = ${dueId} AND ${dues.teamId} = ${teamId}`

const canCollect = (currency: string): SQL => sql`${takesDues(communities.plan)} AND ${canBePaid(ownerOf(communities.id), currency)}`

/** Selects why a community could not collect dues. Put it first in the batch. */
const selectObstacles = (teamId: string, currency: string) =>
  select(
    { hasPlan: asBoolean, hasAccount: asBoolean },
    sql`SELECT ${takesDues(communities.plan)} AS hasPlan, ${canBePaid(ownerOf(communities.id), currency)} AS hasAccount
      FROM ${communities} WHERE ${isTeam(teamId)}`,
  )

const requireDeadline = (dueOn: string, now: number): void => {
  if (!isDeadline(dueOn, now)) throw new AppError('DuesDayRefused', { field: 'dueOn' })
}

/** Asks every member for dues, tells them, and returns the id. A repeated request with the same key does it once. */
export async function askForDues(
  db: Database,
  { now, newId }: Clock,
  userId: string,
  teamId: string,
  { idempotencyKey, ...form }: AskForDues,
): Promise<string> {
  requireDeadline(form.dueOn, now)
  const actor = asPerson(userId)
  const id = idempotencyKey === undefined ? newId() : await deriveId('dues', teamId, userId, idempotencyKey)
  const hasRoom = sql`(SELECT count(*) FROM ${dues} WHERE ${dues.teamId} = ${teamId} AND ${dues.endedAt} IS NULL) < ${maxOpenDues}`
  const { facts, obstacles, stored } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    obstacles: selectObstacles(teamId, form.currency),
    inserted: insertSelect(
      dues,
      { ...form, id, teamId: communities.id, nextReminderAt: nextReminder(form.dueOn, now), createdAt: now },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'billing.manage')} AND ${canCollect(form.currency)}
        AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    stored: db
      .select({ id: dues.id })
      .from(dues)
      .where(and(eq(dues.id, id), canAct(actor, teamId, 'billing.manage'))),
    told: notifyOf(
      { kind: 'dues-asked', dueId: id },
      { id: `dues-asked:${id}`, now },
      sql`EXISTS (SELECT 1 FROM ${dues} WHERE ${dues.id} = ${id})`,
    ),
  })
  if (stored.rows.length > 0) return id
  throw judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage') ?? judgeObstacles(obstacles.rows[0])
}

function judgeObstacles(found: { hasPlan: boolean; hasAccount: boolean } | undefined): AppError {
  if (found?.hasPlan === false) return new AppError('DuesNeedPlan')
  return found?.hasAccount === false ? new AppError('DuesNeedAccount') : new AppError('DuesFull', { values: { max: maxOpenDues } })
}

const paid = alias(duePayments, 'paid')

/** Money was taken for these dues, so their amount is fixed. */
const isAmountFixed = (dueId: string): SQL => sql`EXISTS (SELECT 1 FROM ${duePayments} ${paid} WHERE ${paid.dueId} = ${dueId}
  AND ${paid.method} <> 'waived' AND ${paid.state} IN ('paid', 'refunded', 'late'))`

/** Changes what members are asked for. Nobody can go on paying another amount. */
export async function changeDues(
  db: Database,
  { now }: Clock,
  userId: string,
  path: DuePath,
  { currency, ...form }: ChangeDues,
): Promise<void> {
  const actor = asPerson(userId)
  const isOpen = sql`${isThisDue(path)} AND ${dues.endedAt} IS NULL`
  const isSameDay = sql`${dues.dueOn} = ${form.dueOn}`
  const { facts, found, changed } = await runBatch(db, {
    facts: selectFacts(actor, path.id),
    found: db.select().from(dues).where(isThisDue(path)),
    changed: db
      .update(dues)
      .set({ ...form, nextReminderAt: sql`iif(${isSameDay}, ${dues.nextReminderAt}, ${nextReminder(form.dueOn, now)})` })
      .where(
        sql`${isOpen} AND ${canAct(actor, path.id, 'billing.manage')} AND ${dues.currency} = ${currency}
          AND (${isSameDay} OR ${isDeadline(form.dueOn, now) ? 1 : 0}) AND (${dues.amount} = ${form.amount} OR NOT ${isAmountFixed(path.dueId)})`,
      ),
    pagesClosed: closePagesOfDue(path.dueId, now, sql`${p.amount} <> (SELECT ${dues.amount} FROM ${dues} WHERE ${isThisDue(path)})`),
  })
  if (changed.changes > 0) return
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  const [before] = found.rows
  if (!before) throw new AppError('DuesNotFound')
  if (before.endedAt !== null) throw new AppError('DuesOver')
  if (before.dueOn !== form.dueOn) requireDeadline(form.dueOn, now)
  throw new AppError(before.currency === currency ? 'DuesAmountFixed' : 'OfferChanged')
}

/** From now on, nobody owes these dues. What was paid stays paid. Doing it again changes nothing. */
export async function endDues(db: Database, { now }: Clock, userId: string, path: DuePath): Promise<void> {
  const actor = asPerson(userId)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, path.id),
    found: db.select({ id: dues.id }).from(dues).where(isThisDue(path)),
    ended: db
      .update(dues)
      .set({ endedAt: now, nextReminderAt: null })
      .where(and(isThisDue(path), isNull(dues.endedAt), canAct(actor, path.id, 'billing.manage'))),
    pagesClosed: closePagesOfDue(
      path.dueId,
      now,
      sql`EXISTS (SELECT 1 FROM ${dues} WHERE ${isThisDue(path)} AND ${dues.endedAt} IS NOT NULL)`,
    ),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  if (found.rows.length === 0) throw new AppError('DuesNotFound')
}
