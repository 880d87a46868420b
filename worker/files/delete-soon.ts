import type { AppContext } from '../platform/context.ts'
import { errorFields, logLine } from '../platform/log.ts'
import { deletePhoto } from './photos.ts'

/** Nobody waits for files that are shown nowhere any more. */
export function deletePhotosSoon(c: AppContext, keys: readonly string[]): void {
  for (const key of keys) {
    c.executionCtx.waitUntil(
      deletePhoto(c.env, key).catch((error: unknown) => logLine('error', 'photo-not-deleted', { key, ...errorFields(error) })),
    )
  }
}
