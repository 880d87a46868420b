import { AppError } from '../../domain/errors.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppContext } from '../platform/context.ts'
import { primaryOf } from '../platform/from-request.ts'
import { findReadyExport } from './queries.ts'

/** An export is for the person it is about, for as long as it is kept. */
export async function mayDownloadExport(c: AppContext, key: string): Promise<boolean> {
  const viewer = await requireViewer(c)
  if (await findReadyExport(primaryOf(c), viewer.id, key.replace(/\.zip$/, ''), c.var.now())) return true
  throw new AppError('ExportGone')
}
