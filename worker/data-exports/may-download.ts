import { AppError } from '../../domain/errors.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { findReadyExport } from './queries.ts'

/** Only the person whose data it is may download an export, and only until it expires. */
export async function mayDownloadExport(c: AppContext, key: string): Promise<boolean> {
  const viewer = await requireViewer(c)
  if (await findReadyExport(getPrimary(c), viewer.id, key.replace(/\.zip$/, ''), c.var.now())) return true
  throw new AppError('ExportExpired')
}
