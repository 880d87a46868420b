import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { formDrafts, formLinks, formPeople, forms, formVersions, submissions as s, submissionEvents } from './schema.ts'

const title = sql`(SELECT ${formVersions.content}->>'title' FROM ${formVersions} WHERE ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version})`

/** Their places are free, so those who wait get them. */
const queueFillingOf = (userId: string, now: number) =>
  putRowsInOutbox(
    'work',
    sql`SELECT DISTINCT 'fill-form-places:' || ${s.formId} || ':erased:' || ${now} AS id,
        json_object('kind', 'fill-form-places', 'formId', ${s.formId}) AS body
      FROM ${s} WHERE ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND ${s.state} IN ('paying', 'waiting', 'asked', 'accepted')`,
    { now },
  )

/** Without an account nobody is left to answer for what was sent, so its places are free, and its answers are deleted. */
export const formData: PersonData = {
  feature: 'forms',
  tables: {
    form_drafts: ['user_id'],
    form_links: ['email_key'],
    submissions: ['user_id', 'email_key'],
    submission_events: ['user_id'],
    form_people: ['email_key'],
  },
  keptColumns: { 'submission_events.kind': 'It says what happened to a submission, and not who did it.' },
  erase: (userId, now) => [
    sql`DELETE FROM ${formDrafts} WHERE ${formDrafts.userId} = ${userId}`,
    sql`DELETE FROM ${formLinks} WHERE ${formLinks.emailKey} = ${emailKeyOf(userId)}`,
    sql`DELETE FROM ${formPeople} WHERE ${formPeople.emailKey} = ${emailKeyOf(userId)}`,
    updateSet(submissionEvents, { userId: null }, sql`WHERE ${submissionEvents.userId} = ${userId}`),
    queueFillingOf(userId, now),
    updateSet(
      s,
      {
        state: sql`iif(${s.state} IN ('paying', 'waiting', 'asked', 'accepted'), 'withdrawn', ${s.state})`,
        ...{
          userId: null,
          emailKey: null,
          keyHash: null,
          label: '',
          labelKey: '',
          answers: {},
          note: '',
          ...{ price: null, missing: null, guestId: null },
          ending: '',
          payUntil: null,
        },
        changedAt: now,
      },
      sql`WHERE ${s.userId} = ${userId} OR ${s.emailKey} = ${emailKeyOf(userId)}`,
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
            payUntilAt: s.payUntil,
            sentAt: s.sentAt,
            changedAt: s.changedAt,
          },
        },
        sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId}
          WHERE ${s.userId} = ${userId} OR ${s.emailKey} = ${emailKeyOf(userId)} ORDER BY ${s.sentAt}`,
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
      'submissions-decided': selectAs(
        { kind: submissionEvents.kind, createdAt: submissionEvents.createdAt },
        sql`FROM ${submissionEvents} WHERE ${submissionEvents.userId} = ${userId} ORDER BY ${submissionEvents.createdAt}`,
      ),
    }),
}
