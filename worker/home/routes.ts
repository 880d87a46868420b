import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { HomeAlerts } from '../../domain/home/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { findHomeAlerts } from './queries.ts'

export const homeRoutes = new Hono<AppEnv>().get(
  '/alerts',
  describeRoute({
    tags: ['Home'],
    summary: 'What I have not set up yet',
    responses: { 200: { description: 'In the order of the menu', content: { 'application/json': { schema: resolver(HomeAlerts) } } } },
  }),
  async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findHomeAlerts(c.var.db, viewer.id))
  },
)

export type HomeRoutes = typeof homeRoutes
