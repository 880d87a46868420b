import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { FormFile } from '../../domain/forms/files.ts'
import { leaveOut } from '../../domain/forms/private-fields.ts'
import type { Database } from '../platform/database.ts'
import { mayDo } from '../teams/may-do.ts'
import { communityMembers } from '../teams/shared.ts'
import { formExports, forms, formVersions } from './schema.ts'

const requester = alias(communityMembers, 'requester')

const hasPrivate = sql`${formVersions.privateFields} <> '[]'`

/** The fields of each version whose answers only the owner sees. An index has them, so most forms read nothing. */
export const selectPrivateFields = (db: Database, formId: string | SQL) =>
  db
    .select({ version: formVersions.number, fields: formVersions.privateFields })
    .from(formVersions)
    .where(sql`${eq(formVersions.formId, formId)} AND ${hasPrivate}`)

/** Some version of the form has a private field. */
export const hasPrivateFields = (formId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${formVersions} WHERE ${formVersions.formId} = ${formId} AND ${hasPrivate})`

/** A field is private in some version of the form. */
export const isPrivateField = (formId: string, field: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${formVersions}, json_each(${formVersions.privateFields}) hidden
    WHERE ${formVersions.formId} = ${formId} AND ${hasPrivate} AND hidden.value = ${field})`

/** Whoever has asked for a file still runs the form, or still sees what is private in it. For a row of `form_exports` with its form. */
export const requesterMay = (capability: 'forms.manage' | 'forms.viewPrivate'): SQL =>
  sql`EXISTS (SELECT 1 FROM ${communityMembers} ${requester} WHERE ${requester.teamId} = ${forms.teamId} AND ${requester.userId} = ${formExports.userId}
    AND ${mayDo(requester, capability)})`

/** Private fields by the number of a version. */
export type PrivateFields = ReadonlyMap<number, readonly string[]>

export const byVersion = (rows: readonly { version: number; fields: string[] }[]): PrivateFields =>
  new Map(rows.map(({ version, fields }) => [version, fields]))

/** A file, and the field that it answers. */
export type FileOfField = FormFile & { field: string }

/** What somebody sees who may not see the answers to these fields. */
export const hideAnswers = <Answers extends Record<string, unknown>>(
  { answers, files }: { answers: Answers; files: readonly FileOfField[] },
  hidden: readonly string[],
): { answers: Answers; files: FormFile[] } => ({
  answers: leaveOut(answers, hidden),
  files: files.filter(({ field }) => !hidden.includes(field)).map(({ field: _, ...file }) => file),
})
