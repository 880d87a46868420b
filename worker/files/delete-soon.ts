import type { AppContext } from '../platform/context.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { deletePhoto } from './photos.ts'

/** Deletes photos after the response, because nobody sees them anymore and so nobody has to wait. */
export function deletePhotosSoon(c: AppContext, keys: readonly string[]): void {
  for (const key of keys) {
    c.executionCtx.waitUntil(
      deletePhoto(c.env, key).catch((error: unknown) => logLine('error', 'photo-not-deleted', { key, ...getErrorFields(error) })),
    )
  }
}
