import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { formNotFound, judgeForm } from '../../domain/forms/rules.ts'
import { type FormSettings, firstSettings } from '../../domain/forms/settings.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { queueFilling } from './fill-places.ts'
import { requireTeamOf } from './queries.ts'
import { formPeople, forms } from './schema.ts'

const isOf = (formId: string) => eq(formPeople.formId, formId)

/** Who can fill a form, when, and how often. For those who build it. */
export async function readSettings(db: Database, actor: Actor, formId: string): Promise<FormSettings> {
  const teamId = await requireTeamOf(db, formId)
  const { facts, found, named } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select({ settings: forms.settings }).from(forms).where(eq(forms.id, formId)),
    named: db.select({ email: formPeople.emailKey }).from(formPeople).where(isOf(formId)).orderBy(formPeople.emailKey),
  })
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : [])
  const [form] = found.rows
  if (refusal || !form) throw refusal ?? formNotFound()
  return { ...firstSettings(form.settings.timeZone), ...form.settings, people: named.rows.map(({ email }) => email) }
}

/** They count at once. */
export async function saveSettings(
  db: Database,
  { now }: Clock,
  actor: Actor,
  formId: string,
  { people, ...settings }: FormSettings,
): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  // Whoever builds forms does not bring people in by that alone.
  const bringsIn = settings.addsMembers ? sql`(${forms.settings}->>'addsMembers' OR ${canAct(actor, teamId, 'members.add')})` : sql`1`
  const isAllowed = sql`(${canAct(actor, teamId, 'forms.manage')} AND EXISTS (SELECT 1 FROM ${forms} WHERE ${forms.id} = ${formId} AND ${bringsIn}))`
  const { facts, saved } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    saved: db
      .update(forms)
      .set({ settings, keepMonths: settings.keepMonths, updatedAt: now })
      .where(and(eq(forms.id, formId), isAllowed)),
    // More submissions may be taken now, so somebody in line gets a place.
    filled: queueFilling(formId, `settings:${now}`, now),
    dropped: db.delete(formPeople).where(and(isOf(formId), isAllowed)),
    named: insertSelect(
      formPeople,
      { formId, emailKey: sql`named.value` },
      sql`FROM json_each(${JSON.stringify([...new Set(people.map(canonicalAddress))])}) named WHERE ${isAllowed}`,
    ),
  })
  if (saved.changes > 0) return
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : [])
  throw refusal ?? (settings.addsMembers ? new AppError('NotAllowed', { field: 'addsMembers' }) : formNotFound())
}
