import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { maxChosen, maxLaterParts } from '../../domain/forms/limits.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import type { RefundSubmissions } from '../../domain/forms/submission-changes-contract.ts'
import { canAny, judgeRight } from '../../domain/teams/rules.ts'
import { runBatch, type Statement } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { restOf } from './form-refunds.ts'
import { requireTeamOf } from './queries.ts'
import { p, queueFormSettling } from './queue-form-settling.ts'
import { submissionRefunds as refunds, submissionEvents, submissionPayments, submissions } from './schema.ts'

/** A submission has a payment for each part at most. */
const maxPayments = maxChosen * (maxLaterParts + 1)

/** What was paid for these submissions, or is being paid on a page that is still open. */
export const selectChosenPayments = (db: Database, formId: string, ids: readonly string[]) =>
  db
    .select({ id: submissionPayments.id, submissionId: submissionPayments.submissionId })
    .from(submissionPayments)
    .innerJoin(submissions, eq(submissions.id, submissionPayments.submissionId))
    .where(
      and(
        inList(submissionPayments.submissionId, ids),
        eq(submissionPayments.formId, formId),
        inArray(submissionPayments.state, ['paid', 'open']),
      ),
    )
    .limit(maxPayments)

type Giving = {
  userId: string
  formId: string
  idempotencyKey: string
  payments: readonly { id: string; submissionId: string }[]
  /** Whether the money of payment `p` may go back. */
  when: SQL
}

/**
 * The statements that give all back that is left of these payments by card, in a few for all of them: a batch with some for each of hundreds could
 * be too large for the database. Each refund has its id from the key, so the same request gives nothing twice.
 */
export async function giveBackPayments({ now }: Clock, { userId, formId, idempotencyKey, payments, when }: Giving) {
  const wanted = await Promise.all(
    payments.map(async (payment) => ({ ...payment, refundId: await deriveId('form-refund', userId, payment.id, idempotencyKey) })),
  )
  const requestId = await deriveId('form-refunds', userId, formId, idempotencyKey)
  const each = sql`json_each(${JSON.stringify(wanted)}) wanted`
  const refundId = sql`(wanted.value->>'refundId')`
  const isGivenNow = sql`${refunds.id} = ${refundId} AND ${refunds.createdAt} = ${now}`
  const statements: Statement[] = [
    insertSelect(
      refunds,
      { id: refundId, submissionPaymentId: p.id, amount: restOf(p), reason: 'manager', state: 'due', createdAt: now },
      sql`FROM ${each} CROSS JOIN ${submissionPayments} ${p} ON ${p.id} = wanted.value->>'id'
        WHERE ${when} AND ${restOf(p)} > 0 ON CONFLICT DO NOTHING`,
    ),
    // It has the id of the refund, so the same request writes it once.
    insertSelect(
      submissionEvents,
      { id: refundId, submissionId: sql`wanted.value->>'submissionId'`, kind: 'refunded', userId, createdAt: now, changes: null },
      sql`FROM ${each} CROSS JOIN ${refunds} ON ${isGivenNow} WHERE true ON CONFLICT DO NOTHING`,
    ),
    queueFormSettling(
      sql`${p.id} IN (SELECT ${refunds.submissionPaymentId} FROM ${each} CROSS JOIN ${refunds} ON ${isGivenNow})`,
      requestId,
      now,
    ),
  ]
  return { wanted, statements }
}

/** Gives all that is left of the payments by card of these submissions back. Returns the submissions of which something goes back by this request. */
export async function refundChosen(
  db: Database,
  context: Clock,
  userId: string,
  formId: string,
  { ids, idempotencyKey }: RefundSubmissions,
): Promise<string[]> {
  const teamId = await requireTeamOf(db, formId)
  const actor = asPerson(userId)
  const { facts, payments } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    payments: selectChosenPayments(db, formId, ids),
  })
  const roles = facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : []
  if (!canAny(roles, 'team.view')) throw formNotFound()
  const refusal = judgeRight(roles, 'billing.manage')
  if (refusal) throw refusal
  const when = canAct(actor, teamId, 'billing.manage')
  const { wanted, statements } = await giveBackPayments(context, { userId, formId, idempotencyKey, payments: payments.rows, when })
  const { after } = await runBatch(db, {
    given: statements,
    after: db
      .select({ id: refunds.id })
      .from(refunds)
      .where(
        inList(
          refunds.id,
          wanted.map(({ refundId }) => refundId),
        ),
      ),
  })
  const done = new Set(after.rows.map(({ id }) => id))
  return [...new Set(wanted.filter(({ refundId }) => done.has(refundId)).map(({ submissionId }) => submissionId))]
}
