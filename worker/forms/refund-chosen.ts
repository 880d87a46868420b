import { and, eq, sql } from 'drizzle-orm'
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
import { recordEvent } from './record-event.ts'
import { submissionRefunds as refunds, submissionPayments, submissions } from './schema.ts'

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
  const { after } = await runBatch(db, {
    given: wanted.flatMap(({ id, submissionId, refundId }): Statement[] => [
      insertSelect(
        refunds,
        { id: refundId, submissionPaymentId: p.id, amount: restOf(p), reason: 'manager', state: 'due', createdAt: now },
        sql`FROM ${submissionPayments} ${p} WHERE ${p.id} = ${id} AND ${isAllowed} AND ${restOf(p)} > 0 ON CONFLICT DO NOTHING`,
      ),
      recordEvent(context, submissionId, 'refunded', userId),
      queueFormSettling(
        sql`${p.id} = ${id} AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${refundId} AND ${refunds.createdAt} = ${now})`,
        refundId,
        now,
      ),
    ]),
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
