import { Hono } from 'hono'
import { CreateReport } from '../../domain/reports/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { reportThing } from './commands.ts'
import { requireReportable } from './kinds.ts'

const operation = operationOf('Reports')

export const reportRoutes = new Hono<AppEnv>().post(
  '/',
  operation('Say what is wrong with a game, a place or a person', 204),
  input('json', CreateReport),
  async (c) => {
    const viewer = await requireComplete(c)
    const report = c.req.valid('json')
    const db = primaryOf(c)
    await requireReportable[report.kind](db, viewer.id, report.subjectId)
    await reportThing(db, c.var.now(), viewer.id, report)
    return c.body(null, 204)
  },
)

export type ReportRoutes = typeof reportRoutes
