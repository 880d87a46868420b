import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { hasChildren } from '../roster/own-children.ts'
import { forms, submissions } from './schema.ts'

const source = alias(forms, 'source')
export const earlier = alias(submissions, 'earlier')

/**
 * What a person has sent with the form of which this one is a copy, for a row of `forms`. Only a copy in the same community is the form of the
 * next season. The plus signs let SQLite look by the person, because a form has far more submissions.
 */
export const fromEarlier = (userId: string): SQL => sql`FROM ${forms} ${source} CROSS JOIN ${submissions} ${earlier}
    ON ${earlier.userId} = ${userId} AND ${earlier.userId} IS NOT NULL AND +${earlier.formId} = ${source.id}
      AND +${earlier.state} IN ('accepted', 'asked', 'waiting', 'paying')
  WHERE ${source.id} = ${forms.copiedFrom} AND ${source.teamId} = ${forms.teamId}`

/** Whether the account of a person knows something about the answers, for a row of `forms`. */
export const knowsAnswers = (userId: string): SQL => sql`(${hasChildren(userId, forms.teamId)}
  OR (${forms.copiedFrom} IS NOT NULL AND EXISTS (SELECT 1 ${fromEarlier(userId)})))`
