import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { maxFormViews } from '../../domain/forms/limits.ts'
import type { FormView, SaveFormView } from '../../domain/forms/view-contract.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { forms, formViews } from './schema.ts'
import { requireOrganizer } from './submissions.ts'

/** The views of a form's list, for those who run it. */
export async function listFormViews(db: Database, organizer: Actor, formId: string): Promise<FormView[]> {
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(organizer, await requireTeamOf(db, formId)),
    found: db
      .select({ id: formViews.id, name: formViews.name, columns: formViews.columns, filter: formViews.filter })
      .from(formViews)
      .where(eq(formViews.formId, formId))
      .orderBy(formViews.name)
      .limit(maxFormViews),
  })
  requireOrganizer(organizer, facts)
  return found.rows
}

/** Keeps a view for everybody who runs the form. One with the same name is replaced. */
export async function saveFormView(
  db: Database,
  { now, newId }: Clock,
  organizer: Actor,
  formId: string,
  { name, columns, filter }: SaveFormView,
): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  const hasRoom = sql`(SELECT count(*) FROM ${formViews} WHERE ${formViews.formId} = ${formId} AND ${formViews.name} <> ${name}) < ${maxFormViews}`
  const { facts, saved } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    saved: sql`${insertSelect(
      formViews,
      { id: newId(), formId: forms.id, name, columns, filter, savedAt: now },
      sql`FROM ${forms} WHERE ${forms.id} = ${formId} AND ${canAct(organizer, teamId, 'forms.manage')} AND ${hasRoom}`,
    )} ${onConflictUpdate(formViews, ['formId', 'name'], { columns, filter, savedAt: now })}`,
  })
  if (saved.changes > 0) return
  requireOrganizer(organizer, facts)
  throw new AppError('FormViewsFull', { values: { max: maxFormViews } })
}

/** Deleting it again changes nothing. */
export async function deleteFormView(db: Database, organizer: Actor, formId: string, viewId: string): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  const { facts } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    deleted: db
      .delete(formViews)
      .where(and(eq(formViews.id, viewId), eq(formViews.formId, formId), canAct(organizer, teamId, 'forms.manage'))),
  })
  requireOrganizer(organizer, facts)
}
