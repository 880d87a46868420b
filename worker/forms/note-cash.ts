import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { nextReminder } from '../../domain/dues/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { submissionNotFound } from '../../domain/forms/access.ts'
import type { NoteFormCash } from '../../domain/forms/payment-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock, CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { asPerson } from '../teams/actor.ts'
import { hasFullSide } from './check-seasons.ts'
import { arePartsOf, readPlace, takesMoney } from './form-payments.ts'
import { closePageOfSubmission } from './queue-form-settling.ts'
import { recordEvent } from './record-event.ts'
import { requireManager } from './require-manager.ts'
import { forms, formVersions, submissions as s, submissionParts, submissionPayments } from './schema.ts'
import { settlePaid } from './take-form-payment.ts'

type Path = { formId: string; submissionId: string }
const undone = alias(submissionPayments, 'undone')

/** Notes that somebody has paid parts in cash. The page on which they could pay is closed. A second request with the same key notes it once. */
export async function noteFormCash(
  db: Database,
  context: Required<CommandContext>,
  managerId: string,
  path: Path,
  { parts, idempotencyKey }: NoteFormCash,
): Promise<void> {
  const { now } = context
  const { formId, submissionId } = path
  const { teamId, isAllowed } = await requireManager(db, asPerson(managerId), path)
  const place = await readPlace(db, submissionId)
  if (!place) throw submissionNotFound()
  const numbers = [...new Set(parts)].toSorted((a, b) => a - b)
  const id = await deriveId('form-cash', submissionId, managerId, idempotencyKey)
  const amount = sql`(SELECT sum(${submissionParts.amount}) FROM ${submissionParts} WHERE ${arePartsOf(submissionId, numbers)})`
  const isThis = eq(submissionPayments.id, id)
  const { after, side } = await runBatch(db, {
    noted: insertSelect(
      submissionPayments,
      {
        ...{ id, submissionId: s.id, formId, teamId, title: sql`${formVersions.content}->>'title'`, userId: s.userId, parts: numbers },
        ...{ method: 'cash', state: 'paid', amount, currency: s.currency, createdAt: now, paidAt: now },
        platform: context.platform,
      },
      sql`FROM ${s} JOIN ${formVersions} ON ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version}
        WHERE ${s.id} = ${submissionId} AND ${s.formId} = ${formId} AND ${s.currency} IS NOT NULL AND ${isAllowed} AND ${takesMoney(place, numbers)}
        ON CONFLICT DO NOTHING`,
    ),
    settled: settlePaid(context, place, { id, parts: numbers }, managerId),
    pageClosed: closePageOfSubmission(
      submissionId,
      now,
      sql`EXISTS (SELECT 1 FROM ${submissionPayments} ${undone} WHERE ${undone.id} = ${id} AND ${undone.paidAt} = ${now})`,
    ),
    after: db.select({ id: submissionPayments.id }).from(submissionPayments).where(isThis),
    side: select(
      { isFull: asBoolean },
      sql`SELECT ${s.state} IN ('paying', 'ended') AND ${hasFullSide(s.id, { countsHeld: true })} AS isFull FROM ${s} WHERE ${s.id} = ${submissionId}`,
    ),
  })
  if (after.rows.length === 0) throw new AppError(side.rows[0]?.isFull ? 'FormSideFull' : 'SubmissionNotPayable')
}

/** As long as everybody has who was accepted and has not paid. */
const payAfterUndoing = day

/**
 * Takes back what was noted by hand, so that it is owed again, with the reminders that are still to come. Whoever has a place keeps it, so what was
 * due at once gets a day, or nobody would be reminded of it. Doing it again changes nothing.
 */
export async function undoFormCash(db: Database, clock: Clock, managerId: string, path: Path, paymentId: string): Promise<void> {
  const { now } = clock
  const { submissionId } = path
  const { isAllowed } = await requireManager(db, asPerson(managerId), path)
  const isThis = and(eq(submissionPayments.id, paymentId), eq(submissionPayments.submissionId, submissionId))
  // A part that has a day keeps it.
  const parts = await readAll(
    db,
    db
      .select({ number: submissionParts.number, dueOn: submissionParts.dueOn, settings: forms.settings })
      .from(submissionParts)
      .innerJoin(forms, eq(forms.id, path.formId))
      .where(eq(submissionParts.submissionId, submissionId)),
  )
  const owed = parts.map(({ number, dueOn, settings: { timeZone } }) => {
    const on = dueOn ?? instantToLocal(now + payAfterUndoing, timeZone).date
    return [number, on, nextReminder(on, now)]
  })
  const { found } = await runBatch(db, {
    found: db.select({ method: submissionPayments.method }).from(submissionPayments).where(isThis),
    undone: db
      .update(submissionPayments)
      .set({ state: 'ended' })
      .where(and(isThis, eq(submissionPayments.method, 'cash'), eq(submissionPayments.state, 'paid'), isAllowed)),
    recorded: recordEvent(clock, submissionId, 'cashUndone', managerId),
    parts: updateSet(
      submissionParts,
      { paymentId: null, dueOn: sql`owed.value->>1`, nextReminderAt: sql`owed.value->>2` },
      sql`FROM json_each(${JSON.stringify(owed)}) owed WHERE ${submissionParts.submissionId} = ${submissionId}
        AND ${submissionParts.number} = owed.value->>0 AND ${submissionParts.paymentId} = ${paymentId} AND changes() > 0`,
    ),
  })
  const [payment] = found.rows
  if (!payment) throw new AppError('FormPaymentNotFound')
  if (payment.method === 'card') throw new AppError('PaidByCard')
}
