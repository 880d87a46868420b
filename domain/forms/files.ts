import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { maxFileBytes } from '../messages/files.ts'
import { oneLineText } from '../texts.ts'
import type { FormContent } from './content.ts'
import type { StoredAnswers } from './decide.ts'
import type { FieldKind } from './fields.ts'
import { GameGuestText } from './game-guest-contract.ts'
import { FieldId } from './ids.ts'
import { answerPath } from './write-answer-fault.ts'

export const maxFormFileBytes = maxFileBytes

const fileKinds: readonly FieldKind[] = ['file', 'photo']
/** Whether the answer of a field is a list of files. */
export const takesFiles = ({ kind }: { kind: FieldKind }): boolean => fileKinds.includes(kind)

/** A file that somebody has added to a form. */
export const FormFile = v.object({
  id: v.string(),
  name: v.string(),
  /** What it is by its content, as a media type. */
  type: v.string(),
  /** In bytes. */
  size: v.number(),
})
export type FormFile = v.InferOutput<typeof FormFile>

/** The key with which the form will be sent. Without an account, only who knows it can send the file. */
const Secret = IdempotencyKey
/** The secret from the link with which somebody without an account goes on. */
export const ResumeKey = v.optional(v.pipe(v.string(), v.maxLength(100)))
const VersionText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'This is not a version.'), v.transform(Number))

export const FormFileUpload = v.object({
  field: FieldId,
  name: v.pipe(oneLineText('The name', 255), v.minLength(1, 'Give the file a name.')),
  secret: Secret,
  /** The same key again returns the file that was stored. */
  idempotencyKey: IdempotencyKey,
  /** The version that is filled. The latest without one. */
  version: v.optional(VersionText),
  code: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** A submission that is being changed, with the key from its link. Without one, the file is for a new submission. */
  submissionId: v.optional(Id),
  key: v.optional(v.pipe(v.string(), v.maxLength(100))),
  resume: ResumeKey,
  guest: GameGuestText,
})
export type FormFileUpload = v.InferOutput<typeof FormFileUpload>

export const UnsentFilePath = v.object({ id: Id, fileId: Id })
export const UnsentFileSecret = v.object({ secret: Secret, resume: ResumeKey })
export type UnsentFileSecret = v.InferOutput<typeof UnsentFileSecret>
export const SubmissionFilePath = v.object({ id: Id, submissionId: Id, fileId: Id })
export const SubmissionFileQuery = v.object({
  key: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** `small`: a photo as it is shown in lists. */
  size: v.optional(v.picklist(['small'])),
})

/** A file in an answer, and the path of this answer in the issues of a refusal. */
export type AnsweredFile = { id: string; field: string; path: string }

/** All files in stored answers, row by row. */
export function listAnsweredFiles(content: Pick<FormContent, 'pages'>, answers: StoredAnswers): AnsweredFile[] {
  const list = (field: { id: string; kind: FieldKind }, answer: unknown, row: number | null, group: string | null): AnsweredFile[] =>
    takesFiles(field) && Array.isArray(answer)
      ? answer.map((id: string) => ({ id, field: field.id, path: answerPath({ field: field.id, row }, group) }))
      : []
  return content.pages.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      if (field.kind !== 'group') return list(field, answers[field.id], null, null)
      const rows = (answers[field.id] ?? []) as Record<string, unknown>[]
      return rows.flatMap((row, at) => field.fields.flatMap((inner) => list(inner, row[inner.id], at, field.id)))
    }),
  )
}

/** Where the content of a file is. A photo also has a small version. */
export const formFileKey = (formId: string, fileId: string) => `form-files/${formId}/${fileId}`
export const smallFileKey = (key: string) => `${key}-small`

export const formFileUrl = (
  { formId, submissionId, key }: { formId: string; submissionId: string; key: string | null },
  fileId: string,
  size?: 'small',
): string => {
  const query = new URLSearchParams({ ...(key !== null && { key }), ...(size && { size }) }).toString()
  return `/api/forms/${formId}/submissions/${submissionId}/files/${fileId}${query && `?${query}`}`
}
