import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { submissionOptions, submissions } from './schema.ts'

const [s, o] = [alias(submissions, 'sent'), alias(submissionOptions, 'chosen_option')]

type About = { userId: SQLWrapper; guestId: SQLWrapper }

/**
 * What a person has sent last to register for a season or one of these groups, as JSON with its form; with a guest, what they have sent for that
 * child. Null if they did not use a form.
 */
export const submissionForSeason = ({ userId, guestId }: About, seasonId: SQLWrapper, groups: SQL): SQL => {
  const isChosen = (refId: SQLWrapper) => sql`(${refId} = ${seasonId} OR ${refId} IN (${groups}))`
  return sql`(SELECT json_object('id', ${s.id}, 'formId', ${s.formId}) FROM ${submissions} ${s}
    WHERE ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND iif(${guestId} IS NULL, ${s.guestId} IS NULL AND EXISTS (
        SELECT 1 FROM ${submissionOptions} ${o} WHERE ${o.submissionId} = ${s.id} AND ${isChosen(o.refId)}),
      EXISTS (SELECT 1 FROM json_each(${s.guests}) guest CROSS JOIN json_each(guest.value, '$.refIds') ref
        WHERE guest.value->>'id' = ${guestId} AND ${isChosen(sql`ref.value`)}))
    ORDER BY ${s.sentAt} DESC, ${s.id} DESC LIMIT 1)`
}
