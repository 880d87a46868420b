import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { mayChange, mayWithdraw, stateOfForm, submissionNotFound } from '../../domain/forms/access.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { judgeForm } from '../../domain/forms/rules.ts'
import type { Submission, SubmissionEventKind } from '../../domain/forms/submission-contract.ts'
import type { SubmissionListSearch, SubmissionOverview, SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { listUsedSignings } from '../../domain/forms/used-signings.ts'
import type { AnswerNames } from '../../domain/forms/write-answer.ts'
import type { Currency } from '../../domain/money.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { cutPage } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asJson, asText, computed, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { filesOfSubmission } from './files.ts'
import { isMissing } from './is-missing.ts'
import { openOf } from './owed.ts'
import { byVersion, hideAnswers, isPrivateField, selectPrivateFields } from './private-answers.ts'
import { requireTeamAndZoneOf, requireTeamOf } from './queries.ts'
import {
  formFiles as f,
  formOptionCounts,
  formStateCounts,
  forms,
  formVersions,
  submissions as s,
  signedWaivers,
  submissionEvents,
  submissionTags,
} from './schema.ts'
import { searchSubmissions } from './search-submissions.ts'
import { findNamedFields, keepNames, namesIn } from './select-names.ts'
import { isMailedKey } from './submission-links.ts'
import { listSignedBefore, selectSignedBefore } from './waivers.ts'

const sender = alias(people, 'sender')
const actor = alias(people, 'actor')
const joinSender = sql`LEFT JOIN ${people} ${sender} ON ${sender.id} = ${s.userId}`
const senderColumns = faceColumnsOf(sender)

type SenderRow = { personId: string | null; name: string | null; photoKey: string | null; email: string | null }
const senderFields = { personId: sender.id, name: senderColumns.name, photoKey: senderColumns.photoKey, email: s.emailKey }
const toSender = ({ personId, name, photoKey, email }: SenderRow) => ({
  person: personId === null ? null : toFace({ id: personId, name, photoKey }),
  email,
})
const toMoney = (amount: number, currency: Currency | null) => (currency === null ? null : { amount, currency })
const toTotal = ({ total, currency }: { total: number; currency: Currency | null }) => toMoney(total, currency)

/** Throws unless the person runs the forms of this community. */
export function requireOrganizer(actorOf: Actor, facts: Parameters<typeof readFacts>[1]): { seesPrivate: boolean; managesMoney: boolean } {
  const roles = facts.rows.length > 0 ? readFacts(actorOf, facts).actorRoles : []
  const refusal = judgeForm(roles)
  if (refusal) throw refusal
  return { seesPrivate: canAny(roles, 'forms.viewPrivate'), managesMoney: canAny(roles, 'billing.manage') }
}

/** What stands above the list of submissions: the form, and how many there are. */
export async function readOverview(db: Database, now: number, organizer: Actor, formId: string): Promise<SubmissionOverview> {
  const teamId = await requireTeamOf(db, formId)
  const { facts, found, states, options, everHidden } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    everHidden: selectPrivateFields(db, formId),
    found: db
      .select({
        id: forms.id,
        teamId: forms.teamId,
        team: sql<string>`${communities.name}`.as('team_name'),
        settings: forms.settings,
        isClosed: forms.isClosed,
        content: formVersions.content,
        version: formVersions.number,
        privateFields: formVersions.privateFields,
        isSigned: sql<number>`EXISTS (SELECT 1 FROM ${signedWaivers} WHERE ${signedWaivers.formId} = ${formId})`.as('is_signed'),
      })
      .from(forms)
      .innerJoin(communities, eq(communities.id, forms.teamId))
      .innerJoin(formVersions, and(eq(formVersions.formId, forms.id), eq(formVersions.number, sql`${forms.publishedNumber}`)))
      .where(eq(forms.id, formId)),
    states: db
      .select({ state: formStateCounts.state, count: formStateCounts.count })
      .from(formStateCounts)
      .where(and(eq(formStateCounts.formId, formId), sql`${formStateCounts.count} > 0`)),
    options: db.select().from(formOptionCounts).where(eq(formOptionCounts.formId, formId)),
  })
  const { seesPrivate, managesMoney } = requireOrganizer(organizer, facts)
  const [form] = found.rows
  // The form itself was found above.
  if (!form) throw new AppError('FormNotPublished')
  const { id, team, version, content, settings } = form
  const state = stateOfForm({ ...settings, isClosed: form.isClosed }, now)
  const hidden = seesPrivate ? [] : form.privateFields
  // Counts are over all versions, so a field that was private in one of them has none.
  const uncounted = seesPrivate ? [] : everHidden.rows.flatMap(({ fields }) => fields)
  const counted = options.rows.filter(({ fieldId }) => !uncounted.includes(fieldId))
  return {
    ...{ id, title: content.title, team: { id: form.teamId, name: team }, version, content, timeZone: settings.timeZone },
    ...{ needsApproval: settings.needsApproval, isClosed: state === 'closed', hasSignedWaivers: form.isSigned === 1, managesMoney },
    counts: states.rows,
    hidden,
    options: counted.map(({ fieldId, optionId, taken, waiting }) => ({ field: fieldId, option: optionId, taken, waiting })),
  }
}

const tagsOf = sql`(SELECT coalesce(json_group_array(${submissionTags.tag}), '[]') FROM ${submissionTags} WHERE ${submissionTags.submissionId} = ${s.id})`

const rowFields = {
  ...{ id: s.id, state: s.state, isMissing, label: s.label, version: s.version, answers: s.answers, total: s.total, currency: s.currency },
  ...{ tags: computed(tagsOf, asJson<string[]>()), sentAt: s.sentAt },
  files: filesOfSubmission(sql`${s.id}`),
  ...senderFields,
}

/** What was sent with a form, for those who run it: the latest first, or by name if one is searched. */
export async function listSubmissions(
  db: Database,
  organizer: Actor,
  formId: string,
  { named = [], ...search }: SubmissionListSearch,
): Promise<SubmissionPage> {
  const [{ teamId, timeZone }, fields] = await Promise.all([requireTeamAndZoneOf(db, formId), findNamedFields(db, formId, named)])
  const { from, where, order, limit, matches, placeKey, placeOf } = searchSubmissions(formId, search, { timeZone })
  // Whoever may not see an answer cannot find out about it by a filter.
  const mayFilter =
    search.field === undefined
      ? sql`1`
      : sql`(${canAct(organizer, teamId, 'forms.viewPrivate')} OR NOT ${isPrivateField(formId, search.field)})`
  const { facts, found, hidden } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    hidden: selectPrivateFields(db, formId),
    found: selectFields(
      {
        ...rowFields,
        ...{ owed: openOf, held: s.held },
        ...{ names: computed(namesIn(fields), asJson<AnswerNames>()) },
        ...{ matches: computed(matches, asBoolean), placeKey: computed(placeKey, asText) },
      },
      sql`${from} ${joinSender} WHERE ${where} AND ${mayFilter} AND ${canAct(organizer, teamId, 'forms.manage')} ORDER BY ${order} LIMIT ${limit + 1}`,
    ),
  })
  const { seesPrivate } = requireOrganizer(organizer, facts)
  const privateFields = byVersion(seesPrivate ? [] : hidden.rows)
  const { page, next } = cutPage(found.rows, limit, placeOf)
  return {
    submissions: page
      .filter(({ matches: isFound }) => isFound)
      .map(({ id, state, label, version, tags, sentAt, ...row }) => {
        const shown = hideAnswers(row, privateFields.get(version) ?? [])
        return {
          ...{ id, state, isMissing: row.isMissing, label, version, tags, sentAt },
          ...{ ...shown, names: keepNames(row.names, fields, shown.answers) },
          ...toSender(row),
          total: toTotal(row),
          owed: toMoney(row.owed, row.currency),
          held: toMoney(row.held, row.currency),
        }
      }),
    next,
  }
}

/** Who looks at a submission: a person, or whoever has the link to it. */
export type SubmissionViewer = { actor: Actor; key?: string | undefined }

const isBearer = (userId: string | null, keyHash: string): SQL =>
  sql`coalesce(${s.userId} = ${userId} OR ${s.keyHash} = ${keyHash} OR ${isMailedKey(sql`${s.id}`, keyHash)}, 0)`

export const isSender = async ({ actor: { id }, key }: SubmissionViewer): Promise<SQL> =>
  key === undefined ? sql`coalesce(${s.userId} = ${id}, 0)` : isBearer(id, await hashSecret(key))

/** Notes and tags of the organizers are theirs. */
const forOrganizers: readonly SubmissionEventKind[] = ['noted', 'tagged', 'untagged']

/** A submission, for its sender and for those who run the form. Nobody else finds out that it is there. */
export async function readSubmission(
  db: Database,
  now: number,
  viewer: SubmissionViewer,
  { formId, submissionId }: { formId: string; submissionId: string },
): Promise<Submission> {
  const isMine = await isSender(viewer)
  const { found, events, signed } = await runBatch(db, {
    found: selectFields(
      {
        ...rowFields,
        ...{
          ending: s.ending,
          payUntil: s.payUntil,
          revision: s.revision,
          note: s.note,
          wasMember: s.wasMember,
          missing: s.missing,
          content: formVersions.content,
        },
        ...{ settings: forms.settings, teamId: forms.teamId, team: communities.name },
        isMine: computed(isMine, asBoolean),
        isOrganizer: computed(canAct(viewer.actor, forms.teamId, 'forms.manage'), asBoolean),
        isMember: computed(isInTeam(forms.teamId, viewer.actor.id ?? ''), asBoolean),
        hidden: computed(
          sql`iif(${isMine} OR ${canAct(viewer.actor, forms.teamId, 'forms.viewPrivate')}, '[]', ${formVersions.privateFields})`,
          asJson<string[]>(),
        ),
      },
      sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId} AND ${communities.deletedAt} IS NULL
        JOIN ${formVersions} ON ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version} ${joinSender}
        WHERE ${s.id} = ${submissionId} AND ${s.formId} = ${formId}`,
    ),
    signed: selectSignedBefore(submissionId),
    events: selectFields(
      {
        kind: submissionEvents.kind,
        at: submissionEvents.createdAt,
        changes: submissionEvents.changes,
        personId: actor.id,
        name: faceColumnsOf(actor).name,
        photoKey: faceColumnsOf(actor).photoKey,
      },
      sql`FROM ${submissionEvents} LEFT JOIN ${people} ${actor} ON ${actor.id} = ${submissionEvents.userId}
        WHERE ${submissionEvents.submissionId} = ${submissionId} ORDER BY ${submissionEvents.createdAt} DESC, ${submissionEvents.id} DESC LIMIT 100`,
    ),
  })
  const [row] = found.rows
  if (!row || !(row.isMine || row.isOrganizer)) throw submissionNotFound()
  const { id, state, label, version, content, answers, files, ending, payUntil, sentAt, revision, settings, tags, note, hidden } = row
  const today = instantToLocal(sentAt, settings.timeZone).date
  const shown = events.rows.filter(({ kind }) => row.isOrganizer || !forOrganizers.includes(kind))
  const signedOn = listSignedBefore(signed.rows, version)
  const history = shown.map(({ kind, at, changes, personId, name, photoKey }) => ({
    ...{ kind, at },
    // Senders know what they have changed. They read why they were declined.
    changes: row.isOrganizer || kind === 'declined' ? (changes ?? []).filter(({ field }) => field === null || !hidden.includes(field)) : [],
    // Who has sent it does not learn which organizer decided, but who has filled it for them.
    by: personId === null || !(row.isOrganizer || kind === 'filled') ? null : toFace({ id: personId, name, photoKey }),
  }))
  return {
    ...{ id, state, label, version, content, ending, payUntil, sentAt, revision },
    form: { id: formId, title: content.title, team: { id: row.teamId, name: row.team } },
    ...toSender(row),
    ...hideAnswers({ answers, files }, hidden),
    hidden,
    // Whoever changes it may name another child, and others see only what it is about.
    signed: row.isMine ? signedOn : listUsedSignings(indexContent(content), answers, signedOn),
    total: toTotal(row),
    canWithdraw: row.isMine && mayWithdraw(state, settings, now),
    changing: row.isMine && row.missing === null && mayChange(state, settings, now) ? { today, isMember: row.wasMember } : null,
    missing: row.isMissing && row.missing ? { answers: row.missing, today, isMember: row.isMember } : null,
    isMine: row.isMine,
    organizer: row.isOrganizer ? { tags, note } : null,
    history: [...history, { kind: 'sent', by: null, at: sentAt, changes: [] }],
  }
}

/** A file of a submission, for those who may see the answer that it is. */
export async function findSubmissionFile(
  db: Database,
  viewer: SubmissionViewer,
  { formId, submissionId, fileId }: { formId: string; submissionId: string; fileId: string },
): Promise<{ name: string; type: string; key: string }> {
  const isPrivate = sql`EXISTS (SELECT 1 FROM ${formVersions}, json_each(${formVersions.privateFields}) hidden
    WHERE ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version} AND hidden.value = ${f.fieldId})`
  const file = await readFirst(
    db,
    selectFields(
      { name: f.name, type: f.type, key: f.key },
      sql`FROM ${f} JOIN ${s} ON ${s.id} = ${f.submissionId} JOIN ${forms} ON ${forms.id} = ${s.formId}
        JOIN ${communities} ON ${communities.id} = ${forms.teamId} AND ${communities.deletedAt} IS NULL
        WHERE ${f.id} = ${fileId} AND ${s.id} = ${submissionId} AND ${s.formId} = ${formId}
          AND (${await isSender(viewer)} OR (${canAct(viewer.actor, forms.teamId, 'forms.manage')} AND (${canAct(viewer.actor, forms.teamId, 'forms.viewPrivate')} OR NOT ${isPrivate})))`,
    ),
  )
  if (!file) throw new AppError('FormFileNotFound')
  return file
}
