import { and, eq, sql } from 'drizzle-orm'
import { maxChosen, maxLaterParts } from '../../domain/forms/limits.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import type { RefundSubmissions } from '../../domain/forms/submission-changes-contract.ts'
import { canAny, judgeRight } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
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

/** Gives all that is left of the payments by card of these submissions back. Returns the submissions of which something goes back by this request. */
export async function refundChosen(
  db: Database,
  context: Clock,
  userId: string,
  formId: string,
  { ids, idempotencyKey }: RefundSubmissions,
): Promise<string[]> {
  const { now } = context
  const teamId = await requireTeamOf(db, formId)
  const actor = asPerson(userId)
  const { facts, payments } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    payments: db
      .select({ id: submissionPayments.id, submissionId: submissionPayments.submissionId })
      .from(submissionPayments)
      .innerJoin(submissions, eq(submissions.id, submissionPayments.submissionId))
      .where(and(inList(submissionPayments.submissionId, ids), eq(submissionPayments.formId, formId), eq(submissionPayments.state, 'paid')))
      .limit(maxPayments),
  })
  const roles = facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : []
  if (!canAny(roles, 'team.view')) throw formNotFound()
  const refusal = judgeRight(roles, 'billing.manage')
  if (refusal) throw refusal
  const isAllowed = canAct(actor, teamId, 'billing.manage')
  const wanted = await Promise.all(
    payments.rows.map(async (payment) => ({ ...payment, refundId: await deriveId('form-refund', userId, payment.id, idempotencyKey) })),
  )
  const requestId = await deriveId('form-refunds', userId, formId, idempotencyKey)
  const each = sql`json_each(${JSON.stringify(wanted)}) wanted`
  const refundId = sql`(wanted.value->>'refundId')`
  const isGivenNow = sql`${refunds.id} = ${refundId} AND ${refunds.createdAt} = ${now}`
  // One statement for all payments each, because a batch with some for each of hundreds could be too large for the database.
  const { after } = await runBatch(db, {
    given: insertSelect(
      refunds,
      { id: refundId, submissionPaymentId: p.id, amount: restOf(p), reason: 'manager', state: 'due', createdAt: now },
      sql`FROM ${each} CROSS JOIN ${submissionPayments} ${p} ON ${p.id} = wanted.value->>'id'
        WHERE ${isAllowed} AND ${restOf(p)} > 0 ON CONFLICT DO NOTHING`,
    ),
    // It has the id of the refund, so the same request writes it once.
    recorded: insertSelect(
      submissionEvents,
      { id: refundId, submissionId: sql`wanted.value->>'submissionId'`, kind: 'refunded', userId, createdAt: now, changes: null },
      sql`FROM ${each} CROSS JOIN ${refunds} ON ${isGivenNow} WHERE true ON CONFLICT DO NOTHING`,
    ),
    queued: queueFormSettling(
      sql`${p.id} IN (SELECT ${refunds.submissionPaymentId} FROM ${each} CROSS JOIN ${refunds} ON ${isGivenNow})`,
      requestId,
      now,
    ),
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
