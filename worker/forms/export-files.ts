import type { Database } from '../platform/database.ts'

/** An uploaded file of a submission, as a ZIP needs it. */
export type ExportedFile = { id: string; submissionId: string; name: string; key: string; size: number }
export type ListFiles = (db: Database, formId: string, submissionIds: readonly string[]) => Promise<ExportedFile[]>
