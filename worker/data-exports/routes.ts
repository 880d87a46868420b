import { Hono } from 'hono'
import * as v from 'valibot'
import { LatestExport } from '../../domain/data-exports/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { describeOperations } from '../platform/operation.ts'
import { requestExport } from './commands.ts'
import { findLatestExport } from './queries.ts'

const operation = describeOperations('Data exports')

export const dataExportRoutes = new Hono<AppEnv>()
  .post('/', operation('Request a copy of all my data', 202, v.object({ id: v.string() })), async (c) => {
    const viewer = await requireViewer(c)
    const context = { db: getPrimary(c), ...getCommandContext(c) }
    return c.json({ id: await requestExport(context, viewer.id) }, 202)
  })
  .get('/latest', operation('Get the state of my newest export', 200, LatestExport), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ export: await findLatestExport(getPrimary(c), viewer.id) })
  })

export type DataExportRoutes = typeof dataExportRoutes
