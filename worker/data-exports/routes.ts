import { Hono } from 'hono'
import * as v from 'valibot'
import { ExportId, LatestExport } from '../../domain/data-exports/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { actingOf, primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { askForExport } from './commands.ts'
import { exportKey } from './person-data.ts'
import { findLatestExport, findReadyExport } from './queries.ts'

const operation = operationOf('Data exports')

export const dataExportRoutes = new Hono<AppEnv>()
  .post('/', operation('Have all data about me collected', 202, v.object({ id: v.string() })), async (c) => {
    const viewer = await requireViewer(c)
    const asking = { db: primaryOf(c), ...actingOf(c) }
    return c.json({ id: await askForExport(asking, viewer.id) }, 202)
  })
  .get('/latest', operation('How my newest export stands', 200, LatestExport), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ export: await findLatestExport(primaryOf(c), viewer.id) })
  })
  .get('/:id/file', operation('The file, for its owner', 200), input('param', ExportId), async (c) => {
    const viewer = await requireViewer(c)
    const { id } = c.req.valid('param')
    const ready = await findReadyExport(primaryOf(c), viewer.id, id, c.var.now())
    const file = ready && (await c.env.FILES.get(exportKey(id)))
    if (!file) throw new AppError('ExportGone')
    const day = new Date(ready.createdAt).toISOString().slice(0, 10)
    return c.body(file.body, 200, {
      'content-type': 'application/zip',
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="my-data-${day}.zip"`,
    })
  })

export type DataExportRoutes = typeof dataExportRoutes
