import * as v from 'valibot'
import { fileFormatKinds } from '../files/file-format.ts'
import { IdempotencyKey } from '../ids.ts'
import { type PhotoWidth, photoWidths } from '../places/rules.ts'
import { oneLineText } from '../texts.ts'

/** One message has at most so many files. */
export const maxFiles = 10
export const maxFileBytes = 10 * 1024 * 1024
const maxDescriptionLength = 300

export const messageFileKinds = ['picture', ...fileFormatKinds] as const
export type MessageFileKind = (typeof messageFileKinds)[number]

const FileId = v.pipe(v.string(), v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'This is not a valid id of a file.'))

/** A file of a message. Only pictures have a width and a height: those of their largest stored version. */
export const MessageFile = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(messageFileKinds),
  /** In bytes. */
  size: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** What the author says about it, for people who do not see it. */
  description: v.nullable(v.string()),
})
export type MessageFile = v.InferOutput<typeof MessageFile>

/** The same key again returns the file that was stored. */
export const FileUpload = v.object({
  name: v.pipe(oneLineText('The name', 255), v.minLength(1, 'Give the file a name.')),
  idempotencyKey: IdempotencyKey,
})
export type FileUpload = v.InferOutput<typeof FileUpload>

/** The files that a new message takes along, in their order. */
export const SentFiles = v.pipe(
  v.array(
    v.object({
      id: FileId,
      description: v.optional(
        v.nullable(
          v.pipe(
            oneLineText('A description', maxDescriptionLength),
            v.transform((text) => text || null),
          ),
        ),
        null,
      ),
    }),
  ),
  v.maxLength(maxFiles, `A message can have up to ${maxFiles} files.`),
  v.check((files) => new Set(files.map(({ id }) => id)).size === files.length, 'Each file can be sent once.'),
)
export type SentFiles = v.InferOutput<typeof SentFiles>

export const pictureFolder = 'message-pictures'
export const fileFolder = 'message-files'

/** Part of the address of a file, and of its key in the storage. No id of a conversation contains a dot. */
const fileKey = (conversationId: string, id: string) => `${conversationId}.${id}`

/** The ids in a key; null if it is none. */
export function parseFileKey(key: string): { conversationId: string; id: string } | null {
  const [conversationId, id] = key.split('.')
  return conversationId && id ? { conversationId, id } : null
}

export const messagePictureUrl = (conversationId: string, id: string, width: PhotoWidth) =>
  `/files/${pictureFolder}/${fileKey(conversationId, id)}/${width}`
export const messageFileUrl = (conversationId: string, id: string) => `/files/${fileFolder}/${fileKey(conversationId, id)}`

/** Where the content of a file is stored. A picture is stored in several widths. */
export const listFileKeys = (conversationId: string, { id, kind }: Pick<MessageFile, 'id' | 'kind'>): string[] =>
  kind === 'picture'
    ? photoWidths.map((width) => `${pictureFolder}/${fileKey(conversationId, id)}/${width}`)
    : [`${fileFolder}/${fileKey(conversationId, id)}`]
