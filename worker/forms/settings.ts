import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { formNotFound, judgeForm } from '../../domain/forms/rules.ts'
import { firstSettings, type SavedSettings } from '../../domain/forms/settings.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { queueFilling } from './fill-places.ts'
import { requireTeamOf } from './queries.ts'
import { formPeople, forms } from './schema.ts'

const isOf = (formId: string) => eq(formPeople.formId, formId)

/** Who can fill a form, when, and how often. For those who build it. */
export async function readSettings(db: Database, actor: Actor, formId: string): Promise<SavedSettings> {
  const teamId = await requireTeamOf(db, formId)
  const { facts, found, named } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select({ settings: forms.settings }).from(forms).where(eq(forms.id, formId)),
    named: db.select({ email: formPeople.emailKey }).from(formPeople).where(isOf(formId)).orderBy(formPeople.emailKey),
  })
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : [])
  const [form] = found.rows
  if (refusal || !form) throw refusal ?? formNotFound()
  return { ...firstSettings(form.settings.timeZone), version: 1, ...form.settings, people: named.rows.map(({ email }) => email) }
}

/** They count at once. Refused if somebody has changed them since this person read them. */
export async function saveSettings(
  db: Database,
  { now }: Clock,
  actor: Actor,
  formId: string,
  { people, version, ...settings }: SavedSettings,
): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  // Whoever builds forms does not bring people in by that alone.
  const bringsIn = settings.addsMembers ? sql`(${forms.settings}->>'addsMembers' OR ${canAct(actor, teamId, 'members.add')})` : sql`1`
  const isSeen = sql`coalesce(${forms.settings}->>'version', 1) = ${version}`
  const isAllowed = sql`(${canAct(actor, teamId, 'forms.manage')}
    AND EXISTS (SELECT 1 FROM ${forms} WHERE ${forms.id} = ${formId} AND ${bringsIn} AND ${isSeen}))`
  const { facts, before, saved } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: select({ mayBringIn: asBoolean }, sql`SELECT ${bringsIn} AS mayBringIn FROM ${forms} WHERE ${forms.id} = ${formId}`),
    dropped: db.delete(formPeople).where(and(isOf(formId), isAllowed)),
    named: insertSelect(
      formPeople,
      { formId, emailKey: sql`named.value` },
      sql`FROM json_each(${JSON.stringify([...new Set(people.map(canonicalAddress))])}) named WHERE ${isAllowed}`,
    ),
    // The last one that asks for the version, because it changes it.
    saved: db
      .update(forms)
      .set({ settings: { ...settings, version: version + 1 }, keepMonths: settings.keepMonths, updatedAt: now })
      .where(and(eq(forms.id, formId), isAllowed)),
    // More submissions may be taken now, so somebody in line gets a place.
    filled: queueFilling(formId, `settings:${now}`, now),
  })
  if (saved.changes > 0) return
  const [form] = before.rows
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : [])
  if (refusal || !form) throw refusal ?? formNotFound()
  throw form.mayBringIn ? new AppError('FormSettingsConflict') : new AppError('NotAllowed', { field: 'addsMembers' })
}
