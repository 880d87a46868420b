import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { submissionOptions, submissions } from './schema.ts'

const [s, o] = [alias(submissions, 'sent'), alias(submissionOptions, 'chosen_option')]

/** What a person has sent last to register for a season or one of these groups, as JSON with its form. Null if they did not use a form. */
export const submissionForSeason = (userId: SQLWrapper, seasonId: SQLWrapper, groups: SQL): SQL =>
  sql`(SELECT json_object('id', ${s.id}, 'formId', ${s.formId}) FROM ${submissions} ${s}
    CROSS JOIN ${submissionOptions} ${o} ON ${o.submissionId} = ${s.id} AND (${o.refId} = ${seasonId} OR ${o.refId} IN (${groups}))
    WHERE ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND ${s.guestId} IS NULL ORDER BY ${s.sentAt} DESC, ${s.id} DESC LIMIT 1)`
