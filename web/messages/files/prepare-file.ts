import { AppError } from '../../../domain/errors.ts'
import { maxFileBytes } from '../../../domain/messages/files.ts'
import { preparePhoto } from '../../places/prepare-photo.ts'
import { saveLocalFile } from './local-files.ts'
import type { UnsentFile } from './unsent-file.ts'

const isPicture = ({ type, name }: File) => (type.startsWith('image/') && type !== 'image/svg+xml') || /\.(heic|heif)$/i.test(name)

/**
 * Keeps a file on this device. A picture is drawn again first: upright, no larger than we store it, and without what cameras write into
 * it, such as the place.
 */
export async function prepareFile(viewerId: string, file: File): Promise<UnsentFile> {
  const shown = isPicture(file)
  if (!shown && file.size > maxFileBytes) throw new AppError('FileTooLarge')
  if (file.size === 0) throw new AppError('FileUnreadable')
  const blob = shown ? await preparePhoto(file) : file
  const size = shown ? await measure(blob) : { width: null, height: null }
  const key = crypto.randomUUID()
  await saveLocalFile(viewerId, key, blob)
  return { key, name: file.name || 'file', isPicture: shown, size: blob.size, ...size, description: '' }
}

async function measure(picture: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
