import { sql } from 'drizzle-orm'
import { formExportFolder } from '../../domain/forms/paths.ts'

import { day } from '../../domain/time/spans.ts'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { keysOfFiles } from './files.ts'
import { readExportedFiles } from './read-exported-files.ts'
import {
  formFiles as f,
  formDrafts,
  formExports,
  formLinks,
  formPeople,
  forms,
  formVersions,
  submissions as s,
  submissionEvents,
  submissionKeys,
  signedWaivers as w,
} from './schema.ts'

const title = sql`(SELECT ${formVersions.content}->>'title' FROM ${formVersions} WHERE ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version})`

const waiverTitle = sql`(SELECT ${formVersions.content}->>'title' FROM ${formVersions} WHERE ${formVersions.formId} = ${w.formId} AND ${formVersions.number} = ${w.version})`

/** A waiver without a date is kept so long after its signer has deleted the account. */
const keptAfterErasure = 3 * 365 * day

/** Their places are free, so those who wait get them. */
const queueFillingOf = (userId: string, now: number) =>
  putRowsInOutbox(
    'work',
    sql`SELECT DISTINCT 'fill-form-places:' || ${s.formId} || ':erased:' || ${now} AS id,
        json_object('kind', 'fill-form-places', 'formId', ${s.formId}) AS body
      FROM ${s} WHERE ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND ${s.state} IN ('paying', 'waiting', 'asked', 'accepted')`,
    { now },
  )

const isMine = (userId: string) => sql`${s.userId} = ${userId} OR ${s.emailKey} = ${emailKeyOf(userId)}`

/** The files in what a person has sent, and those that they have only added, also behind a link in their mailbox. */
const isMyFile = (userId: string) => sql`(${f.userId} = ${userId} OR ${f.submissionId} IN (SELECT ${s.id} FROM ${s} WHERE ${isMine(userId)})
  OR ${f.linkHash} IN (SELECT ${formLinks.keyHash} FROM ${formLinks} WHERE ${formLinks.emailKey} = ${emailKeyOf(userId)}))`

/** The files that this person has asked for, and those that may have their answers. A job that still makes one finds that it is gone. */
const exportsAbout = (userId: string) => sql`FROM ${formExports} WHERE ${formExports.userId} = ${userId} OR ${formExports.formId} IN
  (SELECT ${s.formId} FROM ${s} WHERE (${s.userId} = ${userId} AND ${s.userId} IS NOT NULL)
    OR (${s.emailKey} = ${emailKeyOf(userId)} AND ${s.emailKey} IS NOT NULL))`

/** Without an account nobody is left to answer for what was sent, so its places are free, and its answers are deleted. */
export const formData: PersonData = {
  feature: 'forms',
  tables: {
    ...{
      form_drafts: ['user_id'],
      submissions: ['user_id', 'email_key'],
      submission_events: ['user_id', 'changes'],
      form_people: ['email_key'],
    },
    ...{ form_files: ['user_id'], form_exports: ['user_id'] },
    signed_waivers: ['user_id', 'email_key', 'signer', 'for_whom', 'signature'],
    form_links: ['email_key'],
  },
  keptColumns: { 'submission_events.kind': 'It says what happened to a submission, and not who did it.' },
  exportFiles: (db, userId, env) => readExportedFiles(db, env, isMyFile(userId)),
  files: (userId) => sql`${keysOfFiles(isMyFile(userId))} UNION ALL
    SELECT ${`${formExportFolder}/`} || ${formExports.id} || '.' || ${formExports.format} AS key ${exportsAbout(userId)}`,
  erase: (userId, now) => [
    sql`DELETE FROM ${f} WHERE ${isMyFile(userId)}`,
    sql`DELETE FROM ${formExports} WHERE ${formExports.id} IN (SELECT ${formExports.id} ${exportsAbout(userId)})`,
    sql`DELETE FROM ${formDrafts} WHERE ${formDrafts.userId} = ${userId}`,
    sql`DELETE FROM ${formLinks} WHERE ${formLinks.emailKey} = ${emailKeyOf(userId)}`,
    sql`DELETE FROM ${formPeople} WHERE ${formPeople.emailKey} = ${emailKeyOf(userId)}`,
    sql`DELETE FROM ${submissionKeys} WHERE ${submissionKeys.submissionId} IN (SELECT ${s.id} FROM ${s} WHERE ${isMine(userId)})`,
    updateSet(
      submissionEvents,
      { changes: null },
      sql`WHERE ${submissionEvents.submissionId} IN (SELECT ${s.id} FROM ${s} WHERE ${isMine(userId)}) AND ${submissionEvents.changes} IS NOT NULL`,
    ),
    updateSet(submissionEvents, { userId: null }, sql`WHERE ${submissionEvents.userId} = ${userId}`),
    queueFillingOf(userId, now),
    // Whoever was hurt can still come with a claim, so the community keeps what was signed to its date.
    updateSet(
      w,
      { userId: null, emailKey: null, expiresAt: sql`coalesce(${w.expiresAt}, ${now + keptAfterErasure})` },
      sql`WHERE ${w.userId} = ${userId} OR ${w.emailKey} = ${emailKeyOf(userId)}`,
    ),
    updateSet(
      s,
      {
        state: sql`iif(${s.state} IN ('paying', 'waiting', 'asked', 'accepted'), 'withdrawn', ${s.state})`,
        ...{
          userId: null,
          emailKey: null,
          keyHash: null,
          addressHash: null,
          label: '',
          labelKey: '',
          lastWordKey: null,
          answers: {},
          note: '',
          ...{ price: null, missing: null, guestId: null, guests: null, joinerId: null, guestName: null },
          ending: '',
          payUntil: null,
        },
        changedAt: now,
      },
      sql`WHERE ${isMine(userId)}`,
    ),
  ],
  export: (db, userId) =>
    readParts(db, {
      'forms-sent': selectAs(
        {
          ...{
            community: communities.name,
            form: title,
            state: s.state,
            answersJson: s.answers,
            label: s.label,
            total: s.total,
            currency: s.currency,
          },
          ...{
            wasMember: s.wasMember,
            priceJson: s.price,
            missingJson: s.missing,
            note: s.note,
            registersGuestsJson: s.guests,
            guestInGame: s.guestName,
            payUntilAt: s.payUntil,
            sentAt: s.sentAt,
            changedAt: s.changedAt,
          },
        },
        sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId}
          WHERE ${isMine(userId)} ORDER BY ${s.sentAt}`,
      ),
      'files-in-forms': selectAs(
        {
          ...{ community: communities.name, form: forms.title, file: f.name, type: f.type, sizeInBytes: f.size },
          ...{ wasSent: sql`${f.submissionId} IS NOT NULL`, createdAt: f.createdAt },
        },
        sql`FROM ${f} JOIN ${forms} ON ${forms.id} = ${f.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId}
          WHERE ${isMyFile(userId)} ORDER BY ${f.createdAt}`,
      ),
      'forms-begun': selectAs(
        { community: communities.name, form: forms.title, answersJson: formDrafts.answers, savedAt: formDrafts.savedAt },
        sql`FROM ${formDrafts} JOIN ${forms} ON ${forms.id} = ${formDrafts.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId}
          WHERE ${formDrafts.userId} = ${userId} ORDER BY ${formDrafts.savedAt}`,
      ),
      'forms-begun-by-link': selectAs(
        {
          community: communities.name,
          form: forms.title,
          answersJson: formLinks.answers,
          mailedAt: formLinks.mailedAt,
          savedAt: formLinks.savedAt,
        },
        sql`FROM ${formLinks} JOIN ${forms} ON ${forms.id} = ${formLinks.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId}
          WHERE ${formLinks.emailKey} = ${emailKeyOf(userId)} ORDER BY ${formLinks.savedAt}`,
      ),
      'forms-for-named-people': selectAs(
        { community: communities.name, form: forms.title },
        sql`FROM ${formPeople} JOIN ${forms} ON ${forms.id} = ${formPeople.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId}
          WHERE ${formPeople.emailKey} = ${emailKeyOf(userId)}`,
      ),
      'form-files-asked-for': selectAs(
        {
          form: forms.title,
          format: formExports.format,
          state: formExports.state,
          // A part of a ZIP also has the ids of the files of others.
          partJson: sql`json_remove(${formExports.part}, '$.only')`,
          count: formExports.count,
          size: formExports.size,
          expiresAt: formExports.expiresAt,
          createdAt: formExports.createdAt,
        },
        sql`FROM ${formExports} JOIN ${forms} ON ${forms.id} = ${formExports.formId} WHERE ${formExports.userId} = ${userId} ORDER BY ${formExports.createdAt}`,
      ),
      'waivers-signed': selectAs(
        {
          ...{ community: communities.name, form: waiverTitle, signer: w.signer, forWhom: w.forWhom, signatureJson: w.signature },
          ...{ signedAt: w.signedAt, expiresAt: w.expiresAt },
        },
        sql`FROM ${w} JOIN ${communities} ON ${communities.id} = ${w.teamId}
          WHERE ${w.userId} = ${userId} OR ${w.emailKey} = ${emailKeyOf(userId)} ORDER BY ${w.signedAt}`,
      ),
      'form-answers-changed': selectAs(
        { form: title, changesJson: submissionEvents.changes, createdAt: submissionEvents.createdAt },
        sql`FROM ${s} JOIN ${submissionEvents} ON ${submissionEvents.submissionId} = ${s.id} AND ${submissionEvents.changes} IS NOT NULL
          AND ${submissionEvents.kind} NOT IN ('tagged', 'untagged') WHERE ${isMine(userId)} ORDER BY ${submissionEvents.createdAt}`,
      ),
      'submissions-decided': selectAs(
        { kind: submissionEvents.kind, createdAt: submissionEvents.createdAt },
        sql`FROM ${submissionEvents} WHERE ${submissionEvents.userId} = ${userId} ORDER BY ${submissionEvents.createdAt}`,
      ),
    }),
}
