import { Hono } from 'hono'
import { HomeNearby, HomeUpcoming, OpenSetupTasks } from '../../domain/home/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { describeOperations } from '../platform/operation.ts'
import { listNearbyEvents } from './nearby.ts'
import { findOpenTasks } from './queries.ts'
import { findUpcoming } from './upcoming.ts'

const operation = describeOperations('Home')

export const homeRoutes = new Hono<AppEnv>()
  .get('/setup-tasks', operation('The setup tasks I have not finished, in the order of the menu', 200, OpenSetupTasks), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findOpenTasks(c.var.db, viewer.id))
  })
  .get('/upcoming', operation('My next games, and some players of the first one', 200, HomeUpcoming), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findUpcoming(c.var.db, viewer.id, c.var.now()))
  })
  .get('/nearby', operation('Games around my city that I have not joined yet', 200, HomeNearby), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await listNearbyEvents(c.var.db, viewer.id, c.var.now()))
  })

export type HomeRoutes = typeof homeRoutes
