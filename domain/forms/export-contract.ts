import * as v from 'valibot'
import { IdempotencyKey } from '../ids.ts'
import { day } from '../time/spans.ts'
import { FieldId } from './ids.ts'
import { maxExportColumns } from './limits.ts'
import { SubmissionSearch } from './submission-list-contract.ts'

export const formExportFormats = ['csv', 'zip'] as const
export const formExportStates = ['waiting', 'made', 'failed'] as const

/** How long the file can be downloaded. */
export const formExportLifetime = 3 * day

/** Which submissions a file has, and how they are written. */
const ExportedPart = v.object({
  /** The filter of the list. */
  search: v.optional(v.omit(SubmissionSearch, ['cursor']), {}),
  /** The fields that have a column; null for all. */
  columns: v.optional(
    v.nullable(v.pipe(v.array(FieldId), v.maxLength(maxExportColumns, `Choose up to ${maxExportColumns} columns.`))),
    null,
  ),
  /** The id of a group, to write a row for each child instead of each submission. */
  rowsOf: v.optional(v.nullable(FieldId), null),
})
export type ExportedPart = v.InferOutput<typeof ExportedPart>

/** The place of a ZIP among those of one request. Null if it is the only one. */
const InParts = v.nullable(v.object({ number: v.number(), of: v.number() }))

/** What is stored: also whether the file has the answers that only the owner sees. Then only those who see them can open it. */
export type StoredPart = ExportedPart & {
  hasPrivate: boolean
  inParts?: v.InferOutput<typeof InParts>
  /** The id of the first ZIP of the same request, for those after it. */
  first?: string
  /** A ZIP after the first has only these uploaded files of these submissions. */
  only?: { submissions: string[]; files: string[] }
}

/** `zip` has the uploaded files too. */
export const ExportForm = v.object({ format: v.picklist(formExportFormats), ...ExportedPart.entries, idempotencyKey: IdempotencyKey })
export type ExportForm = v.InferOutput<typeof ExportForm>

export const FormExport = v.object({
  id: v.string(),
  format: v.picklist(formExportFormats),
  state: v.picklist(formExportStates),
  inParts: InParts,
  /** How many submissions are in it; null until it is made. */
  count: v.nullable(v.number()),
  size: v.nullable(v.number()),
  createdAt: v.number(),
  expiresAt: v.nullable(v.number()),
})
export type FormExport = v.InferOutput<typeof FormExport>

/** The latest first. */
export const FormExportList = v.object({ exports: v.array(FormExport) })
