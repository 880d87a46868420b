import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { countsAsSent, maySendAgain, stateForFillers } from '../../domain/forms/access.ts'
import type { OpenForm, OpenFormQuery, SaveAnswers } from '../../domain/forms/fill-contract.ts'
import { listLimits } from '../../domain/forms/list-options.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { needsAccount } from '../../domain/forms/settings.ts'
import { countsSince } from '../../domain/forms/waivers.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { communities } from '../teams/shared.ts'
import { mayFill } from './fillers.ts'
import { type FormViewer, findForm } from './find-form.ts'
import { formDrafts, forms } from './schema.ts'

/** A form as a person sees it who fills it. Whoever builds it can also open it before and after its time. */
export async function openForm(db: Database, now: number, viewer: FormViewer, formId: string, asked: OpenFormQuery): Promise<OpenForm> {
  const { form, settings, latest, sent, hasKnownAnswers, draft, files, taken, isFull, signed, guest, hasSigned } = await findForm(
    db,
    viewer,
    formId,
    {
      now,
      ...asked,
    },
  )
  const { opensAt, closesAt, timeZone, layout, needsApproval, changesUntil, keepMonths, thankYouUrl } = settings
  const state = stateForFillers({ opensAt, closesAt, isClosed: form.isClosed, isFull }, now)
  const { content } = latest
  const since = countsSince(content, now)
  // What a guest of a game has signed is counted by their name.
  const guestSent = guest?.sent.filter((one) => countsAsSent(one, { since, hasSigned: true })) ?? []
  return {
    ...{ id: form.id, title: content.title, team: { id: form.teamId, name: form.team }, state },
    ...{ opensAt, closesAt, timeZone, layout, needsApproval, changesUntil, keepMonths, thankYouUrl, version: latest.number },
    content: state === 'open' || form.isOrganizer ? content : null,
    left: listLimits(content).map(({ field, option, limit, hasWaitlist }) => {
      const counted = taken.find(({ fieldId, optionId }) => fieldId === field && optionId === option)
      // A place that becomes free is for those who wait.
      return { field, option, left: limit - (counted?.taken ?? 0) - (hasWaitlist ? (counted?.waiting ?? 0) : 0) }
    }),
    needsAccount: needsAccount(settings),
    feeBasisPoints: form.feeBasisPoints,
    today: instantToLocal(now, timeZone).date,
    viewer: {
      isSignedIn: viewer !== null,
      ...(guest && { guestName: guest.name }),
      isMember: form.isMember,
      isOrganizer: form.isOrganizer,
      canSend: guest ? guestSent.length < guest.namesakes : maySendAgain(settings, sent, { since, hasSigned }),
      sent,
      signed,
      hasKnownAnswers,
      draft,
      files,
    },
  }
}

/** Deletes what a person has begun. */
export const deleteDraft = (db: Database, formId: string, userId: string) =>
  db.delete(formDrafts).where(and(eq(formDrafts.formId, formId), eq(formDrafts.userId, userId)))

type Saving = Pick<SaveAnswers, 'answers' | 'savedAt'>

/** Other answers were saved since this tab saw them. */
const changedElsewhere = () => new AppError('AnswersChangedElsewhere')

/**
 * Keeps what a person has begun, and says when. Without answers there is nothing to keep. For who may not fill the form it is not there. A tab
 * that has not seen the newest answers overwrites nothing.
 */
export async function saveAnswers(
  db: Database,
  now: number,
  viewer: NonNullable<FormViewer>,
  formId: string,
  { answers, savedAt }: Saving,
): Promise<number | null> {
  const userId = viewer.id
  const isTheirs = and(eq(formDrafts.formId, formId), eq(formDrafts.userId, userId))
  if (Object.keys(answers).length === 0) {
    const { left } = await runBatch(db, {
      deleted: savedAt === null ? [] : db.delete(formDrafts).where(and(isTheirs, eq(formDrafts.savedAt, savedAt))),
      left: db.select({ savedAt: formDrafts.savedAt }).from(formDrafts).where(isTheirs),
    })
    if (left.rows.length > 0) throw changedElsewhere()
    return null
  }
  const isThere = sql`${forms.id} = ${formId} AND ${forms.publishedNumber} IS NOT NULL AND ${mayFill(viewer, now)}
    AND EXISTS (SELECT 1 FROM ${communities} WHERE ${communities.id} = ${forms.teamId} AND ${communities.deletedAt} IS NULL)`
  const mayFollow =
    savedAt === null ? sql`1` : sql`EXISTS (SELECT 1 FROM ${formDrafts} WHERE ${isTheirs} AND ${formDrafts.savedAt} = ${savedAt})`
  const { saved, found } = await runBatch(db, {
    saved: insertSelect(
      formDrafts,
      { formId: forms.id, userId, answers, savedAt: now },
      sql`FROM ${forms} WHERE ${isThere} AND ${mayFollow}
        ${onConflictUpdate(formDrafts, ['formId', 'userId'], {
          answers: excluded(formDrafts.answers),
          savedAt: sql`max(${excluded(formDrafts.savedAt)}, ${formDrafts.savedAt} + 1)`,
        })} WHERE ${formDrafts.savedAt} = ${savedAt}`,
    ),
    found: db
      .select({ savedAt: formDrafts.savedAt })
      .from(forms)
      .leftJoin(formDrafts, and(eq(formDrafts.formId, forms.id), eq(formDrafts.userId, userId)))
      .where(isThere),
  })
  const [form] = found.rows
  if (!form) throw formNotFound()
  if (saved.changes === 0) throw changedElsewhere()
  return form.savedAt
}
