import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import * as v from 'valibot'
import { ExportId, LatestExport } from '../../domain/data-exports/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { requireViewer } from '../access/viewer.ts'
import { sendOutboxSoon } from '../jobs/commands.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { openPrimary } from '../platform/database.ts'
import { input } from '../platform/input.ts'
import { askForExport } from './commands.ts'
import { exportKey } from './person-data.ts'
import { findLatestExport, findReadyExport } from './queries.ts'

const operation = (summary: string, status: 200 | 202, schema?: v.GenericSchema) =>
  describeRoute({
    tags: ['Data exports'],
    summary,
    responses: { [status]: { description: summary, ...(schema ? { content: { 'application/json': { schema: resolver(schema) } } } : {}) } },
  })

const primary = (c: AppContext) => openPrimary(c.env.DB, c.var.queryCount)

export const dataExportRoutes = new Hono<AppEnv>()
  .post('/', operation('Have all data about me collected', 202, v.object({ id: v.string() })), async (c) => {
    const viewer = await requireViewer(c)
    const asking = { db: primary(c), now: c.var.now(), newId: c.var.newId, platform: c.var.site.platform }
    const { id, job } = await askForExport(asking, viewer.id)
    sendOutboxSoon(c, [job])
    return c.json({ id }, 202)
  })
  .get('/latest', operation('How my newest export stands', 200, LatestExport), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ export: await findLatestExport(primary(c), viewer.id) }, 200, { 'cache-control': 'no-store' })
  })
  .get('/:id/file', operation('The file, for its owner', 200), input('param', ExportId), async (c) => {
    const viewer = await requireViewer(c)
    const { id } = c.req.valid('param')
    const ready = await findReadyExport(primary(c), viewer.id, id, c.var.now())
    const file = ready && (await c.env.FILES.get(exportKey(id)))
    if (!file) throw new AppError('NotFound', 'This file is not there any more.')
    const day = new Date(ready.createdAt).toISOString().slice(0, 10)
    return c.body(file.body, 200, {
      'content-type': 'application/zip',
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="my-data-${day}.zip"`,
      'cache-control': 'private, no-store',
    })
  })

export type DataExportRoutes = typeof dataExportRoutes
