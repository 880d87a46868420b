import { Hono } from 'hono'
import { HomeAlerts, HomeNearby, HomeUpcoming } from '../../domain/home/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { operationOf } from '../platform/operation.ts'
import { listNearbyEvents } from './nearby.ts'
import { findHomeAlerts } from './queries.ts'
import { findUpcoming } from './upcoming.ts'

const operation = operationOf('Home')

export const homeRoutes = new Hono<AppEnv>()
  .get('/alerts', operation('What I have not set up yet, in the order of the menu', 200, HomeAlerts), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findHomeAlerts(c.var.db, viewer.id))
  })
  .get('/upcoming', operation('My next games, and who comes to the first', 200, HomeUpcoming), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findUpcoming(c.var.db, viewer.id, c.var.now()))
  })
  .get('/nearby', operation('Games around my city that I have no part in yet', 200, HomeNearby), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await listNearbyEvents(c.var.db, viewer.id, c.var.now()))
  })

export type HomeRoutes = typeof homeRoutes
