import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isOpen } from './is-open.ts'
import { forms, formVersions, formWaivers, signedWaivers, submissions } from './schema.ts'

const f = alias(forms, 'asked_form')
const [fw, w, s] = [alias(formWaivers, 'asked_waiver'), alias(signedWaivers, 'signed'), alias(submissions, 'filled')]

/** Whether a community has published this form. */
export const isPublishedForm = (formId: SQLWrapper, teamId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${forms} ${f} WHERE ${f.id} = ${formId} AND ${f.teamId} = ${teamId} AND ${f.publishedNumber} IS NOT NULL)`

type FormColumns = { id: SQLWrapper; teamId: SQLWrapper }

/** The waivers of a version of a form that everybody signs. */
const waiversOf = ({ id }: Pick<FormColumns, 'id'>, version: SQLWrapper): SQL =>
  sql`FROM ${formWaivers} ${fw} WHERE ${fw.formId} = ${id} AND ${fw.version} = ${version} AND ${fw.isForEveryone}`

/** Whether each of them is signed with its words, and counts. */
const isAllSigned = (form: FormColumns, version: SQLWrapper, { signed, now }: { signed: SQL; now: number }): SQL =>
  sql`NOT EXISTS (SELECT 1 ${waiversOf(form, version)} AND NOT EXISTS (SELECT 1 FROM ${signedWaivers} ${w} WHERE ${signed}
    AND ${w.teamId} = ${form.teamId} AND ${w.wordsHash} = ${fw.wordsHash} AND ${w.row} = 0 AND (${w.expiresAt} IS NULL OR ${w.expiresAt} > ${now})))`

/** A form with waivers is done as long as each of them counts. Any other form is done once it was sent. */
const isDone = ({ sent, ...by }: { signed: SQL; sent: SQL; now: number }): SQL =>
  sql`CASE WHEN EXISTS (SELECT 1 ${waiversOf(f, f.publishedNumber)}) THEN ${isAllSigned(f, f.publishedNumber, by)} ELSE ${sent} END`

/** What a parent has signed for a child does not count for the parent. */
const isSignedBy = (userId: SQLWrapper): SQL => sql`${w.userId} = ${userId} AND ${w.userId} IS NOT NULL AND ${w.forWhom} = ''`
const isSignedWith = (submissionId: SQLWrapper): SQL => sql`${w.submissionId} = ${submissionId}`

const isSentNow = sql`${s.formId} = ${f.id} AND ${s.state} IN ('paying', 'waiting', 'asked', 'accepted')`

const isDoneBy = (userId: SQLWrapper, now: number): SQL =>
  isDone({
    signed: isSignedBy(userId),
    sent: sql`EXISTS (SELECT 1 FROM ${submissions} ${s} WHERE ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND ${s.guestId} IS NULL AND ${isSentNow})`,
    now,
  })

type AskedForm = { formId: SQLWrapper; teamId: SQLWrapper }

/** The form, if it can be filled now. Players may fill it whoever it is for: see `judgeFiller`. */
const isAsked = ({ formId, teamId }: AskedForm, now: number): SQL =>
  sql`FROM ${forms} ${f} WHERE ${f.id} = ${formId} AND ${f.teamId} = ${teamId} AND ${f.publishedNumber} IS NOT NULL AND ${isOpen(f, now)}`

/** Whether a person still has to fill a form that a game asks for. Null if it asks for none that can be filled. */
export const owesForm = (asked: AskedForm, userId: SQLWrapper, now: number): SQL =>
  sql`CASE WHEN ${asked.formId} IS NOT NULL THEN (SELECT NOT (${isDoneBy(userId, now)}) ${isAsked(asked, now)}) END`

/** The names of the guests of an entry who have filled the form that a game asks for, as JSON; null if it asks for none that can be filled. */
export const selectGuestsDone = (asked: AskedForm, joinerId: SQLWrapper, now: number): SQL =>
  sql`CASE WHEN ${asked.formId} IS NOT NULL THEN (SELECT (SELECT json_group_array(${s.guestName}) FROM ${submissions} ${s}
    WHERE ${s.joinerId} = ${joinerId} AND ${s.joinerId} IS NOT NULL
      AND ${isDone({ signed: isSignedWith(s.id), sent: isSentNow, now })}) ${isAsked(asked, now)}) END`

/** Whether what a guest has sent still counts. A waiver does not once its words have changed, or there is one more. */
export const stillCountsForGuest = (formId: string, submissionId: SQLWrapper, now: number): SQL =>
  sql`(SELECT ${isAllSigned(f, f.publishedNumber, { signed: isSignedWith(submissionId), now })} FROM ${forms} ${f} WHERE ${f.id} = ${formId})`

/**
 * Whether the waivers of a version of form `forms` are signed, by a person, or with a submission for somebody who has no account. If not, what
 * they have sent counts no more for who may send the form once.
 */
export const hasSigned = (version: SQLWrapper, by: { userId: string } | { submissionId: SQLWrapper }, now: number): SQL =>
  isAllSigned(forms, version, { signed: 'userId' in by ? isSignedBy(sql`${by.userId}`) : isSignedWith(by.submissionId), now })

export const isNeededToJoin = ({ settings }: { settings: SQLWrapper }): SQL => sql`coalesce(${settings}->>'isNeededToJoin', 0)`

/** Whether a form that a game asks for keeps a person from joining, because they have not filled it. */
export const isKeptOutByForm = (asked: AskedForm, userId: SQLWrapper, now: number): SQL =>
  sql`(${asked.formId} IS NOT NULL AND EXISTS (SELECT 1 ${isAsked(asked, now)} AND ${isNeededToJoin(f)} AND NOT (${isDoneBy(userId, now)})))`

/** The form that a game asks for, as JSON; null if it asks for none that can be filled. */
export const selectAskedForm = (asked: AskedForm, userId: SQLWrapper, now: number): SQL =>
  sql`CASE WHEN ${asked.formId} IS NOT NULL THEN (SELECT json_object('id', ${f.id},
      'title', (SELECT ${formVersions.content}->>'title' FROM ${formVersions} WHERE ${formVersions.formId} = ${f.id} AND ${formVersions.number} = ${f.publishedNumber}),
      'isWaiver', json(iif(EXISTS (SELECT 1 ${waiversOf(f, f.publishedNumber)}), 'true', 'false')),
      'isNeededToJoin', json(iif(${isNeededToJoin(f)}, 'true', 'false')),
      'isDone', json(iif(${isDoneBy(userId, now)}, 'true', 'false'))) ${isAsked(asked, now)}) END`
