import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { hasChildren } from '../roster/own-children.ts'
import { forms, submissions } from './schema.ts'

const start = alias(forms, 'start')
const source = alias(forms, 'source')
export const earlier = alias(submissions, 'earlier')

/** Whoever has left out some seasons is known still. */
const maxSeasonsBack = 5

/** A form with the forms of the seasons before: each is a copy of the next one in the same community. */
const seasonsOf = (formId: string): SQL => sql`WITH RECURSIVE season(id, team, source, back) AS (
    SELECT ${start.id}, ${start.teamId}, ${start.copiedFrom}, 0 FROM ${forms} ${start} WHERE ${start.id} = ${formId}
    UNION ALL SELECT ${source.id}, ${source.teamId}, ${source.copiedFrom}, season.back + 1 FROM season
      JOIN ${forms} ${source} ON ${source.id} = season.source AND ${source.teamId} = season.team WHERE season.back < ${maxSeasonsBack})
  SELECT season.id FROM season`

/**
 * What a person has sent with a form or with those of the seasons before. What was filled for their child is the child's. The plus signs let SQLite
 * look by the person, because a form has far more submissions.
 */
export const fromEarlier = (formId: string, userId: string): SQL => sql`FROM ${submissions} ${earlier}
  WHERE ${earlier.userId} = ${userId} AND ${earlier.userId} IS NOT NULL AND +${earlier.guestId} IS NULL
    AND +${earlier.state} IN ('accepted', 'asked', 'waiting', 'paying') AND +${earlier.formId} IN (${seasonsOf(formId)})`

/** Whether the account of a person knows something about the answers, for a row of `forms`. */
export const knowsAnswers = (formId: string, userId: string): SQL => sql`(${hasChildren(userId, forms.teamId)}
  OR EXISTS (SELECT 1 ${fromEarlier(formId, userId)}))`
