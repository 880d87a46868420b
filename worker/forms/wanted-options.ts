import { sql } from 'drizzle-orm'
import { listLimitsNow } from '../../domain/forms/list-options.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { limitsOf, type WantedOption } from './option-limits.ts'
import { forms, formVersions, submissions as s, submissionOptions } from './schema.ts'

/** The limited options that each of these submissions of a form has chosen, as the latest version limits them. */
export async function listWantedOptions(db: Database, formId: string, ids: readonly string[]): Promise<Map<string, WantedOption[]>> {
  if (ids.length === 0) return new Map()
  const { versions, options } = await runBatch(db, {
    versions: selectFields(
      {
        ...{ number: formVersions.number, content: formVersions.content },
        isLatest: computed(sql`${formVersions.number} = ${forms.publishedNumber}`, asBoolean),
      },
      sql`FROM ${formVersions} JOIN ${forms} ON ${forms.id} = ${formVersions.formId} WHERE ${formVersions.formId} = ${formId}
        AND (${formVersions.number} = ${forms.publishedNumber} OR ${formVersions.number} IN (SELECT ${s.version} FROM ${s} WHERE ${inList(s.id, ids)}))`,
    ),
    options: selectFields(
      {
        ...{ submissionId: submissionOptions.submissionId, version: s.version },
        ...{ field: submissionOptions.fieldId, option: submissionOptions.optionId, quantity: submissionOptions.quantity },
      },
      sql`FROM ${s} JOIN ${submissionOptions} ON ${submissionOptions.submissionId} = ${s.id} WHERE ${inList(s.id, ids)} AND ${s.formId} = ${formId}`,
    ),
  })
  const latest = versions.rows.find(({ isLatest }) => isLatest)?.content
  if (!latest) return new Map()
  const limitsOfVersion = new Map(versions.rows.map(({ number, content }) => [number, listLimitsNow(latest, content)]))
  const bySubmission = Map.groupBy(options.rows, ({ submissionId }) => submissionId)
  return new Map(
    [...bySubmission].map(([id, chosen]) => [id, limitsOf(chosen, limitsOfVersion.get(chosen[0]?.version ?? 0) ?? [])] as const),
  )
}
