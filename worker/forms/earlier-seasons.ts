import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxSubmissionsEach } from '../../domain/forms/limits.ts'
import type { SubmissionState } from '../../domain/forms/submission-contract.ts'
import { inList } from '../platform/columns.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { isMissing } from './is-missing.ts'
import { forms, submissions as s, submissions } from './schema.ts'

/** Whoever has left out some seasons is known still. */
const maxSeasonsBack = 5

const form = alias(forms, 'this_season')
const seasons = Array.from({ length: maxSeasonsBack }, (_, index) => alias(forms, `season_${index + 1}`))

/** Each form is a copy of the one of the season before, in the same community. */
const joinSeasons = sql.join(
  seasons.map((season, index) => {
    const next = seasons[index - 1] ?? form
    return sql`LEFT JOIN ${forms} ${season} ON ${season.id} = ${next.copiedFrom} AND ${season.teamId} = ${next.teamId}`
  }),
  sql` `,
)
const ids = sql.join(
  [form, ...seasons].map(({ id }) => sql`${id}`),
  sql`, `,
)

/**
 * What a person has sent with a form and with those of the seasons before, the latest first. What was filled for their child is the child's. The
 * plus signs let SQLite look by the person, because a form has far more submissions.
 */
export const fromSeasons = (formId: string, userId: string): SQL => sql`FROM ${forms} ${form} ${joinSeasons} CROSS JOIN ${submissions}
    ON ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND +${s.guestId} IS NULL AND +${s.formId} IN (${ids})
  WHERE ${form.id} = ${formId}`

const known: readonly SubmissionState[] = ['accepted', 'asked', 'waiting', 'paying']

/** Who was declined, or has withdrawn what they sent, begins anew. */
export const isKnownState = (state: SubmissionState): boolean => known.includes(state)
export const isKnown = inList(s.state, known)

/** What a person has sent with a form, the latest first. All that is known from earlier seasons is one row, because it only says that there is something. */
export const selectSentBefore = (formId: string, userId: string) =>
  selectFields(
    // The other values are those of the row with the latest moment.
    { id: s.id, formId: s.formId, state: s.state, isMissing, sentAt: computed(sql`max(${s.sentAt})`, asNumber) },
    sql`${fromSeasons(formId, userId)} AND (${s.formId} = ${formId} OR ${isKnown})
      GROUP BY iif(${s.formId} = ${formId}, ${s.id}, '') ORDER BY max(${s.sentAt}) DESC, ${s.id} DESC LIMIT ${maxSubmissionsEach + 1}`,
  )
