import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { forms, formVersions, formWaivers, signedWaivers, submissions } from './schema.ts'

const f = alias(forms, 'asked_form')
const [fw, w, s] = [alias(formWaivers, 'asked_waiver'), alias(signedWaivers, 'signed'), alias(submissions, 'filled')]

/** Whether a community has published this form. */
export const isPublishedForm = (formId: SQLWrapper, teamId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${forms} ${f} WHERE ${f.id} = ${formId} AND ${f.teamId} = ${teamId} AND ${f.publishedNumber} IS NOT NULL)`

/** A waiver of the published version that everybody signs. */
const waiversOfForm = sql`FROM ${formWaivers} ${fw} WHERE ${fw.formId} = ${f.id} AND ${fw.version} = ${f.publishedNumber} AND ${fw.isForEveryone}`

/** A form with waivers is done as long as each of them counts. Any other form is done once it was sent. What is about a child does not count. */
const isDone = ({ signed, sent, now }: { signed: SQL; sent: SQL; now: number }): SQL => sql`CASE WHEN EXISTS (SELECT 1 ${waiversOfForm})
  THEN NOT EXISTS (SELECT 1 ${waiversOfForm} AND NOT EXISTS (SELECT 1 FROM ${signedWaivers} ${w} WHERE ${signed}
    AND ${w.teamId} = ${f.teamId} AND ${w.wordsHash} = ${fw.wordsHash} AND ${w.row} = 0 AND ${w.forWhom} = '' AND (${w.expiresAt} IS NULL OR ${w.expiresAt} > ${now})))
  ELSE ${sent} END`

const isSentNow = sql`${s.formId} = ${f.id} AND ${s.state} IN ('paying', 'waiting', 'asked', 'accepted')`

const isDoneBy = (userId: SQLWrapper, now: number): SQL =>
  isDone({
    signed: sql`${w.userId} = ${userId} AND ${w.userId} IS NOT NULL`,
    sent: sql`EXISTS (SELECT 1 FROM ${submissions} ${s} WHERE ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND ${s.guestId} IS NULL AND ${isSentNow})`,
    now,
  })

type AskedForm = { formId: SQLWrapper; teamId: SQLWrapper }

const isAsked = ({ formId, teamId }: AskedForm): SQL =>
  sql`FROM ${forms} ${f} WHERE ${f.id} = ${formId} AND ${f.teamId} = ${teamId} AND ${f.publishedNumber} IS NOT NULL AND NOT ${f.isClosed}`

/** Whether a person still has to fill a form that a game asks for. Null if it asks for none that can be filled. */
export const owesForm = (asked: AskedForm, userId: SQLWrapper, now: number): SQL =>
  sql`CASE WHEN ${asked.formId} IS NOT NULL THEN (SELECT NOT (${isDoneBy(userId, now)}) ${isAsked(asked)}) END`

/** The names of the guests of an entry who have filled the form that a game asks for, as JSON; null if it asks for none that can be filled. */
export const selectGuestsDone = (asked: AskedForm, joinerId: SQLWrapper, now: number): SQL =>
  sql`CASE WHEN ${asked.formId} IS NOT NULL THEN (SELECT (SELECT json_group_array(${s.guestName}) FROM ${submissions} ${s}
    WHERE ${s.joinerId} = ${joinerId} AND ${s.joinerId} IS NOT NULL
      AND ${isDone({ signed: sql`${w.submissionId} = ${s.id}`, sent: isSentNow, now })}) ${isAsked(asked)}) END`

/** Whether what a guest has sent still counts. A waiver does not once its words have changed, or there is one more. */
export const stillCountsForGuest = (formId: string, submissionId: SQLWrapper, now: number): SQL =>
  sql`(SELECT ${isDone({ signed: sql`${w.submissionId} = ${submissionId}`, sent: sql`1`, now })} FROM ${forms} ${f} WHERE ${f.id} = ${formId})`

const isNeeded = sql`coalesce(${f.settings}->>'isNeededToJoin', 0)`

/** Whether a form that a game asks for keeps a person from joining, because they have not filled it. */
export const isKeptOutByForm = (asked: AskedForm, userId: SQLWrapper, now: number): SQL =>
  sql`(${asked.formId} IS NOT NULL AND EXISTS (SELECT 1 ${isAsked(asked)} AND ${isNeeded} AND NOT (${isDoneBy(userId, now)})))`

/** The form that a game asks for, as JSON; null if it asks for none that can be filled. */
export const selectAskedForm = (asked: AskedForm, userId: SQLWrapper, now: number): SQL =>
  sql`CASE WHEN ${asked.formId} IS NOT NULL THEN (SELECT json_object('id', ${f.id},
      'title', (SELECT ${formVersions.content}->>'title' FROM ${formVersions} WHERE ${formVersions.formId} = ${f.id} AND ${formVersions.number} = ${f.publishedNumber}),
      'isWaiver', json(iif(EXISTS (SELECT 1 ${waiversOfForm}), 'true', 'false')),
      'isNeededToJoin', json(iif(${isNeeded}, 'true', 'false')),
      'isDone', json(iif(${isDoneBy(userId, now)}, 'true', 'false'))) ${isAsked(asked)}) END`
