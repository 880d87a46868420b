import { Hono } from 'hono'
import { CreateReport } from '../../domain/reports/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { requireSeen } from '../events/acting.ts'
import { findStoredPlace, placeNotFound } from '../places/queries.ts'
import type { AppEnv } from '../platform/context.ts'
import { primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { reportThing } from './commands.ts'

const operation = operationOf('Reports')

export const reportRoutes = new Hono<AppEnv>().post(
  '/',
  operation('Say what is wrong with a game, a place or a person', 204),
  input('json', CreateReport),
  async (c) => {
    const viewer = await requireComplete(c)
    const report = c.req.valid('json')
    const db = primaryOf(c)
    // What is not there for them is nothing they could report.
    if (report.kind === 'event') await requireSeen(db, viewer.id, report.subjectId)
    else if (report.kind === 'person') await requireReach(db, viewer.id, report.subjectId, 'profile')
    else if (!(await findStoredPlace(db, report.subjectId))) throw placeNotFound()
    await reportThing(db, c.var.now(), viewer.id, report)
    return c.body(null, 204)
  },
)

export type ReportRoutes = typeof reportRoutes
