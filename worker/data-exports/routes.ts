import { Hono } from 'hono'
import * as v from 'valibot'
import { LatestExport } from '../../domain/data-exports/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { actingOf, primaryOf } from '../platform/from-request.ts'
import { operationOf } from '../platform/operation.ts'
import { askForExport } from './commands.ts'
import { findLatestExport } from './queries.ts'

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

export type DataExportRoutes = typeof dataExportRoutes
