import { and, sql } from 'drizzle-orm'
import type { DueMemberPath, NoteDues } from '../../domain/dues/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communityMembers } from '../teams/shared.ts'
import { isThisDue } from './manage.ts'
import { closePageOf } from './queue-settling.ts'
import { duePayments, dues } from './schema.ts'
import { isSettled } from './shared.ts'

const isPaidRow = ({ dueId, userId }: DueMemberPath) =>
  sql`${duePayments.dueId} = ${dueId} AND ${duePayments.userId} = ${userId} AND ${duePayments.state} = 'paid'`

/** Notes that a member has paid in cash, or does not have to pay. Their page is closed. Doing it again changes nothing. */
export async function notePayment(
  db: Database,
  { now, newId }: Clock,
  managerId: string,
  path: DueMemberPath,
  { method }: NoteDues,
): Promise<void> {
  const actor = asPerson(managerId)
  const { facts, due, after } = await runBatch(db, {
    facts: selectFacts(actor, path.id, path.userId),
    due: db.select({ endedAt: dues.endedAt }).from(dues).where(isThisDue(path)),
    noted: insertSelect(
      duePayments,
      {
        ...{ id: newId(), dueId: dues.id, userId: communityMembers.userId, method, state: 'paid' },
        ...{ amount: dues.amount, currency: dues.currency, createdAt: now, paidAt: now },
      },
      sql`FROM ${dues} CROSS JOIN ${communityMembers} ON ${communityMembers.teamId} = ${dues.teamId} AND ${communityMembers.userId} = ${path.userId}
        WHERE ${isThisDue(path)} AND ${dues.endedAt} IS NULL AND ${canAct(actor, path.id, 'billing.manage')} ON CONFLICT DO NOTHING`,
    ),
    after: db
      .select({ method: duePayments.method })
      .from(duePayments)
      .where(and(isPaidRow(path), canAct(actor, path.id, 'billing.manage'))),
    pageClosed: closePageOf(path.dueId, path.userId, now, isSettled(path.dueId, path.userId)),
  })
  const { actorRoles, targetRole } = readFacts(actor, facts)
  const refusal = judgeRight(actorRoles, 'billing.manage')
  if (refusal) throw refusal
  const [found] = due.rows
  if (!found) throw new AppError('DuesNotFound')
  const [noted] = after.rows
  if (noted?.method === method) return
  if (noted) throw new AppError('DuesSettled')
  throw new AppError(targetRole === null ? 'NotInTeam' : found.endedAt === null ? 'Conflict' : 'DuesOver')
}

/** Takes back what was noted by hand, so that the member owes it again. Doing it again changes nothing. */
export async function undoNote(db: Database, managerId: string, path: DueMemberPath): Promise<void> {
  const actor = asPerson(managerId)
  const { facts, due, after } = await runBatch(db, {
    facts: selectFacts(actor, path.id),
    due: db.select({ id: dues.id }).from(dues).where(isThisDue(path)),
    undone: db
      .update(duePayments)
      .set({ state: 'ended' })
      .where(
        sql`${isPaidRow(path)} AND ${duePayments.method} <> 'card' AND EXISTS (SELECT 1 FROM ${dues} WHERE ${isThisDue(path)})
          AND ${canAct(actor, path.id, 'billing.manage')}`,
      ),
    after: db.select({ id: duePayments.id }).from(duePayments).where(isPaidRow(path)),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  if (due.rows.length === 0) throw new AppError('DuesNotFound')
  if (after.rows.length > 0) throw new AppError('PaidByCard')
}
