import { sql } from 'drizzle-orm'
import { type MySubmissionPage, submissionPageSize } from '../../domain/forms/submission-list-contract.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { isMissing } from './is-missing.ts'
import { forms, formVersions, submissions as s } from './schema.ts'

/** What a person has sent with any form, the latest first. */
export async function listMySubmissions(db: Database, userId: string, cursor?: string): Promise<MySubmissionPage> {
  const after = readCursor(TimeCursor, cursor)
  const isAfter = after ? sql`(${s.sentAt}, ${s.id}) < (${after[0]}, ${after[1]})` : sql`1`
  const rows = await readAll(
    db,
    selectFields(
      {
        ...{
          id: s.id,
          formId: s.formId,
          state: s.state,
          isMissing,
          label: s.label,
          total: s.total,
          currency: s.currency,
          sentAt: s.sentAt,
        },
        ...{ teamId: forms.teamId, team: communities.name, title: computed(sql`${formVersions.content}->>'title'`, asText) },
      },
      sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} JOIN ${communities} ON ${communities.id} = ${forms.teamId} AND ${communities.deletedAt} IS NULL
        JOIN ${formVersions} ON ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version}
        WHERE ${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND ${isAfter} ORDER BY ${s.sentAt} DESC, ${s.id} DESC LIMIT ${submissionPageSize + 1}`,
    ),
  )
  const { page, next } = cutPage(rows, submissionPageSize, ({ sentAt, id }) => [sentAt, id])
  return {
    submissions: page.map(({ formId, title, teamId, team, total, currency, ...row }) => ({
      ...row,
      form: { id: formId, title, team: { id: teamId, name: team } },
      total: currency === null ? null : { amount: total, currency },
    })),
    next,
  }
}
