import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { formDraftDuration } from '../../domain/forms/limits.ts'
import { day } from '../../domain/time/spans.ts'
import { readAll, runBatch, write } from '../platform/batch.ts'
import { inList, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { lastsBeyond } from '../seasons/shared.ts'
import { deleteFiles } from './files.ts'
import { queueFilling } from './fill-places.ts'
import { usingStates } from './find-coupon.ts'
import {
  formCoupons,
  formDrafts,
  formFiles,
  forms,
  submissions as s,
  submissionEvents,
  submissionKeys,
  submissionOptions,
  submissionParts,
  submissionPayments,
  submissionTags,
} from './schema.ts'
import { selectInOrder } from './submissions-in-order.ts'

/** In one minute, over all forms. */
const maxDeletedAtOnce = 100
const maxFormsAtOnce = 10
const maxDraftsAtOnce = 500

const draft = alias(formDrafts, 'draft')

/** The same day, so many months earlier; the last of the month if it has no such day. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(dayOfMonth, lastDay))
}

/** Whether a submission is still needed: its season lasts longer, or money is still expected or has moved since. */
function isNeeded(cutoff: number): SQL {
  const cutoffDay = new Date(cutoff).toISOString().slice(0, 10)
  const ids = sql`SELECT ${submissionOptions.refId} FROM ${submissionOptions} WHERE ${submissionOptions.submissionId} = ${s.id}
    AND ${submissionOptions.refId} IS NOT NULL`
  return sql`(${lastsBeyond(ids, cutoffDay)}
    OR EXISTS (SELECT 1 FROM ${submissionParts} WHERE ${submissionParts.submissionId} = ${s.id} AND ${submissionParts.dueOn} > ${cutoffDay})
    OR EXISTS (SELECT 1 FROM ${submissionPayments} WHERE ${submissionPayments.submissionId} = ${s.id}
      AND (${submissionPayments.state} = 'open' OR ${submissionPayments.paidAt} > ${cutoff})))`
}

/**
 * Runs every minute: deletes what was sent longer ago than the organizers of a form want to keep it. Each form has its turn once a day, and one that
 * fails does not stop the others. What was paid stays, because the law asks for it.
 */
export async function deleteOldSubmissions(db: Database, now: number): Promise<void> {
  const due = await readAll(
    db,
    db
      .select({ id: forms.id, months: forms.keepMonths })
      .from(forms)
      .where(and(sql`${forms.keepMonths} IS NOT NULL`, sql`${forms.cleanedAt} < ${now - day}`))
      .orderBy(forms.cleanedAt)
      .limit(maxFormsAtOnce),
  )
  const failures: unknown[] = []
  let left = maxDeletedAtOnce
  for (const { id, months } of due) {
    if (months === null || left <= 0) break
    try {
      left -= await cleanForm(db, now, { id, months }, left)
    } catch (error) {
      failures.push(error)
      await write(db, endTurn(db, id, now))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Old submissions of some forms could not be deleted.')
}

const endTurn = (db: Database, formId: string, now: number) => db.update(forms).set({ cleanedAt: now }).where(eq(forms.id, formId))

/** Deletes the oldest ones of a form, and returns how many. If there may be more, the form has another turn in the next minute. */
async function cleanForm(db: Database, now: number, form: { id: string; months: number }, atMost: number): Promise<number> {
  const cutoff = monthsBefore(now, form.months)
  const old = await readAll(
    db,
    select(
      { id: asText },
      sql`SELECT id FROM (${selectInOrder(form.id, { which: sql`${s.sentAt} <= ${cutoff} AND NOT ${isNeeded(cutoff)}`, isUp: true, limit: atMost })})`,
    ),
  )
  const ids = old.map(({ id }) => id)
  const isOld = inList(s.id, ids)
  // The plus sign lets SQLite look by their ids, because a coupon can have far more uses.
  const usedByThem = sql`(SELECT count(*) FROM ${s} WHERE ${isOld} AND +${s.couponId} = ${formCoupons.id} AND ${s.state} IN ${usingStates})`
  await runBatch(db, {
    parts: db.delete(submissionParts).where(inList(submissionParts.submissionId, ids)),
    events: db.delete(submissionEvents).where(inList(submissionEvents.submissionId, ids)),
    keys: db.delete(submissionKeys).where(inList(submissionKeys.submissionId, ids)),
    tags: db.delete(submissionTags).where(inList(submissionTags.submissionId, ids)),
    options: db.delete(submissionOptions).where(inList(submissionOptions.submissionId, ids)),
    files: deleteFiles(inList(formFiles.submissionId, ids), `erase-old-files:${form.id}:${now}`, now),
    // A use is not free again because nobody knows any more who had it.
    coupons: updateSet(
      formCoupons,
      {
        maxUses: sql`${formCoupons.maxUses} - ${usedByThem}`,
        endedAt: sql`iif(${formCoupons.maxUses} <= ${usedByThem}, coalesce(${formCoupons.endedAt}, ${now}), ${formCoupons.endedAt})`,
      },
      sql`WHERE ${formCoupons.id} IN (SELECT ${s.couponId} FROM ${s} WHERE ${isOld} AND ${s.couponId} IS NOT NULL)`,
    ),
    submissions: db.delete(s).where(isOld),
    // Their places are free, so those who wait get them.
    filled: queueFilling(form.id, `old:${now}`, now),
    drafts: db.delete(formDrafts).where(and(eq(formDrafts.formId, form.id), sql`${formDrafts.savedAt} <= ${cutoff}`)),
    cleaned: ids.length < atMost ? [endTurn(db, form.id, now)] : [],
  })
  return ids.length
}

/** Runs every minute: deletes what people have begun and not touched for long, also of forms that keep what was sent. */
export async function deleteOldDrafts(db: Database, now: number): Promise<void> {
  const old = sql`SELECT ${draft.formId}, ${draft.userId} FROM ${formDrafts} ${draft} WHERE ${draft.savedAt} <= ${now - formDraftDuration}
    ORDER BY ${draft.savedAt} LIMIT ${maxDraftsAtOnce}`
  await write(db, db.delete(formDrafts).where(sql`(${formDrafts.formId}, ${formDrafts.userId}) IN (${old})`))
}
