import { type SQL, sql } from 'drizzle-orm'
import { isPublishedForm } from '../forms/filled-forms.ts'
import { mustHold } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

/** Each of these games asks only for a form that its community has published. Put it after the statement that writes the form. */
export const requireOwnForm = (ids: readonly string[]): SQL =>
  mustHold(
    'form-of-community',
    sql`NOT EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${inList(e.id, ids)} AND ${e.formId} IS NOT NULL
      AND NOT ${isPublishedForm(e.formId, e.teamId)})`,
  )
