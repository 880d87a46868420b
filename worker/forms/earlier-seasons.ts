import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxSubmissionsEach } from '../../domain/forms/limits.ts'
import type { SubmissionState } from '../../domain/forms/submission-contract.ts'
import { literalList } from '../platform/columns.ts'
import { selectFields } from '../platform/row-query.ts'
import { isMissing } from './is-missing.ts'
import { forms, submissions as s, submissions } from './schema.ts'

/** Whoever has left out some seasons is known still. */
const maxSeasonsBack = 5

const form = alias(forms, 'this_season')
const last = alias(forms, 'season_1')
const older = Array.from({ length: maxSeasonsBack - 1 }, (_, index) => alias(forms, `season_${index + 2}`))
const seasons = [last, ...older]

/** Each form is a copy of the one of the season before, in the same community. */
type FormColumns = Record<'id' | 'teamId' | 'copiedFrom', SQLWrapper>
const isBefore = (season: FormColumns, next: FormColumns) => sql`${season.id} = ${next.copiedFrom} AND ${season.teamId} = ${next.teamId}`
const joinOlder = sql.join(
  older.map((season, index) => sql`LEFT JOIN ${forms} ${season} ON ${isBefore(season, seasons[index] ?? last)}`),
  sql` `,
)
const idsOf = (all: readonly FormColumns[]) =>
  sql.join(
    all.map(({ id }) => sql`${id}`),
    sql`, `,
  )

/**
 * What somebody has sent themselves. What was filled for their child is the child's. The plus sign lets SQLite look by the person, because a form
 * has far more submissions.
 */
const isOwn = (userId: string) => sql`${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND +${s.guestId} IS NULL`

/** What a person has sent with a form and with those of the seasons before. */
export const fromSeasons = (
  formId: string,
  userId: string,
): SQL => sql`FROM ${forms} ${form} LEFT JOIN ${forms} ${last} ON ${isBefore(last, form)}
    ${joinOlder} CROSS JOIN ${submissions} ON ${isOwn(userId)} AND +${s.formId} IN (${idsOf([form, ...seasons])})
  WHERE ${form.id} = ${formId}`

const known: readonly SubmissionState[] = ['accepted', 'asked', 'waiting', 'paying']

/** Who was declined, or has withdrawn what they sent, begins anew. */
export const isKnownState = (state: SubmissionState): boolean => known.includes(state)
export const isKnown = sql`${s.state} IN ${literalList(known)}`

/** Whether a person has sent something with a form of the seasons before form `forms`. */
export const isKnownFromSeasons = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${forms} ${last} ${joinOlder}
  CROSS JOIN ${submissions} ON ${isOwn(userId)} AND +${s.formId} IN (${idsOf(seasons)})
  WHERE ${isBefore(last, forms)} AND ${isKnown})`

/** What a person has sent with a form, the latest first. Who has no account is known by the address that they entered. */
export const selectSent = (formId: string, by: { userId: string } | { email: string }) =>
  selectFields(
    { id: s.id, state: s.state, isMissing, sentAt: s.sentAt },
    sql`FROM ${s} WHERE ${'userId' in by ? isOwn(by.userId) : sql`${s.emailKey} = ${by.email} AND ${s.emailKey} IS NOT NULL`}
      AND +${s.formId} = ${formId} ORDER BY ${s.sentAt} DESC, ${s.id} DESC LIMIT ${maxSubmissionsEach + 1}`,
  )
