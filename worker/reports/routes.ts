import { Hono } from 'hono'
import { CreateReport } from '../../domain/reports/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { createReport } from './commands.ts'
import { requireReportable } from './kinds.ts'

const operation = describeOperations('Reports')

export const reportRoutes = new Hono<AppEnv>().post(
  '/',
  operation('Report a game, a place or a person', 204),
  input('json', CreateReport),
  async (c) => {
    const viewer = await requireComplete(c)
    const report = c.req.valid('json')
    const db = getPrimary(c)
    await requireReportable[report.kind](db, viewer.id, report.subjectId)
    await createReport(db, c.var.now(), viewer.id, report)
    return c.body(null, 204)
  },
)

export type ReportRoutes = typeof reportRoutes
