import { AppError } from '../../domain/errors.ts'
import { detectByHead, detectFile, type FileFormat } from '../../domain/files/file-format.ts'
import { type Picture, readPicture } from '../../domain/files/picture-format.ts'
import { makeAttachment, makeSafeName } from '../../domain/files/safe-name.ts'
import { type FileUpload, listFileKeys, type MessageFile, maxFileBytes } from '../../domain/messages/files.ts'
import { photoWidths } from '../../domain/places/rules.ts'
import { maxPicturePixels } from '../../domain/profiles/pictures.ts'
import type { Admission } from '../../durable-objects/conversation/protocol.ts'
import type { Env } from '../env.ts'
import { drawVariants } from '../files/draw-variants.ts'
import { deriveId } from '../platform/derive-id.ts'
import { readUpload, type Upload } from './read-upload.ts'

type StoredFacts = Pick<MessageFile, 'size' | 'width' | 'height'>

/** What is stored, and how. It is called after the object of the conversation expects the file. */
type Plan = { name: string; kind: MessageFile['kind']; store: (env: Env, keys: readonly string[]) => Promise<StoredFacts> }

const pictureEndings = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'heic', 'heif', 'avif', 'bmp', 'tif', 'tiff']

/**
 * Stores a file for a message that the person may send next. The conversation knows the file before its content is stored, so that no
 * content stays without anybody who deletes it.
 */
export async function storeFile(
  env: Env,
  admission: Admission,
  { name, idempotencyKey }: FileUpload,
  request: Request,
): Promise<MessageFile> {
  const { conversationId, userId } = admission
  const conversation = env.CONVERSATION.getByName(conversationId)
  const id = await deriveId('message-file', conversationId, userId, idempotencyKey)
  const plan = await planFile(name, await readUpload(request))
  const added = await conversation.addFile(admission, { id, name: plan.name, kind: plan.kind })
  if ('refused' in added) throw new AppError(added.refused)
  if (added.stored) return added.stored
  const keys = listFileKeys(conversationId, { id, kind: plan.kind })
  const file = await conversation.setFileStored(id, await plan.store(env, keys))
  if (file) return file
  // The person, the message or the conversation was deleted while the content was on its way.
  await env.FILES.delete([...keys])
  throw new AppError('FileNotStored')
}

/** Recognizes a file by its content. Throws if we do not take it. */
async function planFile(name: string, upload: Upload): Promise<Plan> {
  const format = detectByHead(upload.head)
  if (format && upload.size !== null) return planStream(name, format, upload, upload.size)
  const bytes = await upload.collect()
  if (bytes.length > maxFileBytes) throw new AppError('FileTooLarge')
  const picture = readPicture(bytes)
  if (picture) return planPicture(name, bytes, picture)
  const found = format ?? detectFile(bytes)
  if (!found) throw new AppError('FileKindRefused')
  return planBytes(name, found, bytes)
}

const httpMetadata = (name: string, { type }: FileFormat) => ({ contentType: type, contentDisposition: makeAttachment(name) })

function planStream(given: string, format: FileFormat, upload: Upload, size: number): Plan {
  const name = makeSafeName(given, format.extensions)
  return {
    ...{ name, kind: format.kind },
    store: async ({ FILES }, [key = '']) => {
      const stored = await FILES.put(key, upload.stream(size), { httpMetadata: httpMetadata(name, format) })
      return { size: stored.size, width: null, height: null }
    },
  }
}

function planBytes(given: string, format: FileFormat, bytes: Uint8Array<ArrayBuffer>): Plan {
  const name = makeSafeName(given, format.extensions)
  return {
    ...{ name, kind: format.kind },
    store: async ({ FILES }, [key = '']) => {
      await FILES.put(key, bytes, { httpMetadata: httpMetadata(name, format) })
      return { size: bytes.length, width: null, height: null }
    },
  }
}

function planPicture(given: string, bytes: Uint8Array<ArrayBuffer>, picture: Picture): Plan {
  if (picture.width * picture.height > maxPicturePixels) throw new AppError('PictureTooManyPixels')
  return {
    ...{ name: makeSafeName(given, pictureEndings), kind: 'picture' },
    store: async ({ FILES, IMAGES }, keys) => {
      const variants = await drawVariants(IMAGES, bytes, picture, { sizes: photoWidths, isSquare: false })
      await Promise.all(
        variants.map(({ type, bytes: content }, at) =>
          FILES.put(keys[at] ?? '', content, { httpMetadata: { contentType: type, contentDisposition: 'inline' } }),
        ),
      )
      // The service turns a picture upright, so only the result says how wide it is.
      const largest = new Uint8Array(variants.at(-1)?.bytes ?? bytes)
      const { width, height } = readPicture(largest) ?? picture
      return { size: largest.length, width, height }
    },
  }
}
