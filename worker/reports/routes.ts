import { Hono } from 'hono'
import { CreateReport } from '../../domain/reports/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { createReport } from './commands.ts'
import { findReported } from './kinds.ts'

const operation = describeOperations('Reports')

export const reportRoutes = new Hono<AppEnv>().post(
  '/',
  operation(
    'Report a game, a place, a person or a message',
    204,
    undefined,
    'The id of a message is the id of its conversation, a slash and its `seq`. Its words are stored as they are now.',
  ),
  input('json', CreateReport),
  async (c) => {
    const viewer = await requireComplete(c)
    const report = c.req.valid('json')
    const message = await findReported(c, viewer.id, report)
    await createReport(getPrimary(c), c.var.now(), viewer.id, report, message)
    return c.body(null, 204)
  },
)

export type ReportRoutes = typeof reportRoutes
