import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { checkContent } from '../../domain/forms/check-content.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import { type CreateForm, maxForms, maxFormsInAll, type PublishForm, type SaveDraft } from '../../domain/forms/contract.ts'
import { dropSeasons } from '../../domain/forms/edit-content.ts'
import { listRefs, registersForSeasons } from '../../domain/forms/list-options.ts'
import { listPrivateFields } from '../../domain/forms/private-fields.ts'
import { formNotFound, judgeDraft, judgeForm } from '../../domain/forms/rules.ts'
import { type FormSettings, firstSettings, settingsOfCopy } from '../../domain/forms/settings.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { canBePaid, ownerOf } from '../payments/payee.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { type Actor, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { selectGoneRefs } from './check-seasons.ts'
import { keysOfFiles } from './files.ts'
import { queueFilling } from './fill-places.ts'
import { copyPictures, keysOfPictures } from './pictures.ts'
import { readDraft, requireTeamOf } from './queries.ts'
import {
  formCoupons,
  formDrafts,
  formExports,
  formFiles,
  formLinks,
  formOptionCounts,
  formPeople,
  formPictures,
  formStateCounts,
  forms,
  formVersions,
  formViews,
  formWaivers,
  signedWaivers,
  submissionEvents,
  submissionKeys,
  submissionOptions,
  submissionParts,
  submissions,
  submissionTags,
} from './schema.ts'
import { readSettings } from './settings.ts'
import { insertWaivers } from './waivers.ts'

type Source = { draft: FormContent; settings: FormSettings }

/** What a new form begins with. The title of a copy says that it is one, because both are in the same list. */
async function readSource(db: Database, actor: Actor, teamId: string, { from, timeZone = 'UTC' }: CreateForm): Promise<Source> {
  if (from.kind === 'template') return { draft: fromTemplate(from.template), settings: firstSettings(timeZone) }
  const [{ content, team }, { version: _version, ...settings }] = await Promise.all([
    readDraft(db, actor, from.formId),
    readSettings(db, actor, from.formId),
  ])
  const title = `Copy of ${content.title}`.slice(0, 100)
  if (team.id === teamId) return { draft: { ...content, title }, settings: settingsOfCopy(settings) }
  // Who may fill it, and what follows, belongs to the community.
  return {
    draft: { ...dropSeasons(content), title },
    settings: { ...firstSettings(settings.timeZone), layout: settings.layout },
  }
}

const isDraftOrOpen = sql`(${forms.publishedNumber} IS NULL OR NOT ${forms.isClosed})`

/** Starts a form and returns its id. A repeated request with the same key does it once. */
export async function createForm(db: Database, { now, newId }: Clock, actor: Actor, teamId: string, asked: CreateForm): Promise<string> {
  const { from, idempotencyKey } = asked
  const id = idempotencyKey === undefined ? newId() : await deriveId('form', teamId, actor.id, idempotencyKey)
  const { draft, settings } = await readSource(db, actor, teamId, asked)
  const { people, ...stored } = settings
  // Whoever builds forms does not bring people in by that alone.
  const addsMembers = sql`json(iif(${canAct(actor, teamId, 'members.add')}, 'true', 'false'))`
  const countForms = (which: SQL) => sql`(SELECT count(*) FROM ${forms} WHERE ${forms.teamId} = ${teamId} AND ${which})`
  const hasRoom = sql`${countForms(isDraftOrOpen)} < ${maxForms} AND ${countForms(sql`1`)} < ${maxFormsInAll}`
  const { facts, made, counted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    inserted: insertSelect(
      forms,
      {
        ...{ id, teamId: communities.id, title: draft.title, draft, createdAt: now, updatedAt: now },
        copiedFrom: from.kind === 'copy' ? from.formId : null,
        settings: stored.addsMembers ? sql`json_set(${JSON.stringify(stored)}, '$.addsMembers', ${addsMembers})` : stored,
        keepMonths: stored.keepMonths,
      },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'forms.manage')} AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    named: insertSelect(
      formPeople,
      { formId: id, emailKey: sql`named.value` },
      sql`FROM json_each(${JSON.stringify(people)}) named
        WHERE EXISTS (SELECT 1 FROM ${forms} WHERE ${forms.id} = ${id} AND ${forms.createdAt} = ${now}) ON CONFLICT DO NOTHING`,
    ),
    // A copy shows the pictures of a form of another community also when that one is gone.
    pictures: copyPictures(id, draft, now),
    counted: select({ isFullInAll: asBoolean }, sql`SELECT ${countForms(sql`1`)} >= ${maxFormsInAll} AS isFullInAll`),
    made: db
      .select({ id: forms.id })
      .from(forms)
      .where(and(eq(forms.id, id), canAct(actor, teamId, 'forms.manage'))),
  })
  if (made.rows.length > 0) return id
  throw (
    judgeRight(readFacts(actor, facts).actorRoles, 'forms.manage') ??
    (counted.rows[0]?.isFullInAll
      ? new AppError('TooManyForms', { values: { max: maxFormsInAll } })
      : new AppError('FormsFull', { values: { max: maxForms } }))
  )
}

/** Why nothing was changed. */
function explain(actor: Actor, facts: Parameters<typeof readFacts>[1], form: object | undefined, refusal: () => AppError): AppError {
  const roles = facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : []
  return judgeForm(roles) ?? (form ? refusal() : formNotFound())
}

/** The form, as long as the person may build it and its community is there. */
const isMine = (actor: Actor, teamId: string, formId: string): SQL | undefined =>
  and(eq(forms.id, formId), canAct(actor, teamId, 'forms.manage'), sql`EXISTS (SELECT 1 FROM ${communities} WHERE ${isTeam(teamId)})`)

/** Selects whether the form is there. Put it before the writes. */
const selectForm = (db: Database, formId: string) => db.select({ id: forms.id }).from(forms).where(eq(forms.id, formId))

/** Stores what is being built, and returns its new version. */
export async function saveDraft(
  db: Database,
  { now }: Clock,
  actor: Actor,
  formId: string,
  { content, version }: SaveDraft,
): Promise<number> {
  const refusal = judgeDraft(checkContent(content))
  const teamId = await requireTeamOf(db, formId)
  const { facts, before, saved } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: selectForm(db, formId),
    saved: db
      .update(forms)
      .set({ draft: content, title: content.title, version: version + 1, updatedAt: now })
      .where(and(isMine(actor, teamId, formId), eq(forms.version, version), refusal ? sql`0` : undefined)),
  })
  if (saved.changes > 0) return version + 1
  throw explain(actor, facts, before.rows[0], () => refusal ?? new AppError('FormVersionConflict'))
}

/** Who fills a form with a price must be able to pay. */
async function requirePayable(db: Database, teamId: string, currency: string): Promise<void> {
  const row = await readFirst(
    db,
    select(
      { hasPlan: asBoolean, hasAccount: asBoolean },
      sql`SELECT ${takesDues(communities.plan)} AS hasPlan, ${canBePaid(ownerOf(communities.id), currency)} AS hasAccount
        FROM ${communities} WHERE ${isTeam(teamId)}`,
    ),
  )
  if (row?.hasPlan === false) throw new AppError('FormNeedsPlan')
  if (row?.hasAccount === false) throw new AppError('FormNeedsAccount')
}

/**
 * Whoever builds forms does not register people for seasons by that alone. And nobody can choose what is over, gone, or of another community. Sending
 * looks again.
 */
async function requireRefs(db: Database, now: number, actor: Actor, teamId: string, content: FormContent): Promise<void> {
  const { facts, gone } = await runBatch(db, { facts: selectFacts(actor, teamId), gone: selectGoneRefs(listRefs(content), teamId, now) })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'seasons.manage')
  if (refusal) throw refusal
  const [first] = gone.rows
  if (first) throw new AppError('FormChoiceGone', { values: { choice: first.label } })
}

/** Makes a version of the draft that never changes, and opens the form if it may. Publishing the same draft again only opens it. */
export async function publishForm(
  db: Database,
  { now }: Clock,
  actor: Actor,
  formId: string,
  { version, keepsClosed }: PublishForm,
): Promise<void> {
  const { content, version: current, team } = await readDraft(db, actor, formId)
  if (current !== version) throw new AppError('FormVersionConflict')
  if (checkContent(content).length > 0 || content.pages.every(({ fields }) => fields.length === 0)) throw new AppError('FormNotReady')
  if (content.payment) await requirePayable(db, team.id, content.payment.currency)
  if (registersForSeasons(content)) await requireRefs(db, now, actor, team.id, content)
  const isSame = and(isMine(actor, team.id, formId), eq(forms.version, version))
  const isNew = sql`${forms.publishedVersion} IS NOT ${version}`
  const { published } = await runBatch(db, {
    inserted: insertSelect(
      formVersions,
      {
        formId: forms.id,
        number: sql`coalesce(${forms.publishedNumber}, 0) + 1`,
        content: forms.draft,
        publishedAt: now,
        privateFields: listPrivateFields(content),
      },
      sql`FROM ${forms} WHERE ${isSame} AND ${isNew}`,
    ),
    published: db
      .update(forms)
      .set({
        publishedNumber: sql`iif(${isNew}, coalesce(${forms.publishedNumber}, 0) + 1, ${forms.publishedNumber})`,
        publishedVersion: version,
        ...(keepsClosed ? {} : { isClosed: false, closedAt: null }),
        updatedAt: now,
      })
      .where(isSame),
    // More of an option may be free now. It asks whether the statement before it has published the form. A closed form gives no places.
    filled: queueFilling(formId, `version:${version}`, now),
    waivers: await insertWaivers(content, sql`${isSame}`),
  })
  if (published.changes === 0) throw new AppError('FormVersionConflict')
}

/** Takes no more answers, or takes them again. */
export async function closeForm(db: Database, { now }: Clock, actor: Actor, formId: string, isClosed: boolean): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  const { facts, before, changed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: selectForm(db, formId),
    changed: db
      .update(forms)
      // Who closes it once more gives nobody more time.
      .set({ isClosed, closedAt: isClosed ? sql`iif(${forms.isClosed}, ${forms.closedAt}, ${now})` : null, updatedAt: now })
      .where(and(isMine(actor, teamId, formId), sql`${forms.publishedNumber} IS NOT NULL`)),
    // Nobody in line got a place while it was closed.
    filled: queueFilling(formId, `opened:${now}`, now, isClosed ? sql`0` : sql`changes() > 0`),
  })
  if (changed.changes === 0) throw explain(actor, facts, before.rows[0], () => new AppError('FormNotPublished'))
}

/** Deletes a form that was never published. */
export async function deleteForm(db: Database, actor: Actor, formId: string): Promise<void> {
  const teamId = await requireTeamOf(db, formId)
  const isDraft = and(isMine(actor, teamId, formId), isNull(forms.publishedNumber))
  const { facts, before, deleted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: selectForm(db, formId),
    // They can be named before the form is published.
    people: sql`DELETE FROM ${formPeople} WHERE ${formPeople.formId} IN (SELECT ${forms.id} FROM ${forms} WHERE ${isDraft})`,
    deleted: db.delete(forms).where(isDraft),
  })
  if (deleted.changes === 0) throw explain(actor, facts, before.rows[0], () => new AppError('FormPublished'))
}

const isOfForms = (formId: SQLWrapper) => (teamId: string) =>
  sql`${formId} IN (SELECT ${forms.id} FROM ${forms} WHERE ${eq(forms.teamId, teamId)})`

export const formRows: readonly TeamRows[] = [
  // Payments stay, because the law asks for it.
  {
    table: submissionParts,
    isOf: (teamId) =>
      sql`${submissionParts.submissionId} IN (SELECT ${submissions.id} FROM ${submissions} JOIN ${forms} ON ${forms.id} = ${submissions.formId}
        WHERE ${eq(forms.teamId, teamId)})`,
  },
  {
    table: submissionEvents,
    isOf: (teamId) =>
      sql`${submissionEvents.submissionId} IN (SELECT ${submissions.id} FROM ${submissions} WHERE ${isOfForms(submissions.formId)(teamId)})`,
  },
  {
    table: submissionKeys,
    isOf: (teamId) =>
      sql`${submissionKeys.submissionId} IN (SELECT ${submissions.id} FROM ${submissions} WHERE ${isOfForms(submissions.formId)(teamId)})`,
  },
  { table: signedWaivers, isOf: isOfForms(signedWaivers.formId) },
  { table: formWaivers, isOf: isOfForms(formWaivers.formId) },
  { table: submissionTags, isOf: isOfForms(submissionTags.formId) },
  { table: submissionOptions, isOf: isOfForms(submissionOptions.formId) },
  { table: formFiles, isOf: isOfForms(formFiles.formId), files: keysOfFiles },
  { table: formPictures, isOf: (teamId) => eq(formPictures.teamId, teamId), files: keysOfPictures },
  { table: submissions, isOf: isOfForms(submissions.formId) },
  { table: formCoupons, isOf: isOfForms(formCoupons.formId) },

  { table: formViews, isOf: isOfForms(formViews.formId) },
  { table: formExports, isOf: isOfForms(formExports.formId) },

  { table: formLinks, isOf: isOfForms(formLinks.formId) },
  { table: formDrafts, isOf: isOfForms(formDrafts.formId) },
  { table: formPeople, isOf: isOfForms(formPeople.formId) },
  { table: formOptionCounts, isOf: isOfForms(formOptionCounts.formId) },
  { table: formStateCounts, isOf: isOfForms(formStateCounts.formId) },
  { table: formVersions, isOf: isOfForms(formVersions.formId) },
  { table: forms, isOf: (teamId) => eq(forms.teamId, teamId) },
]
