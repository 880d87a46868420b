import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { Betas } from '../../domain/betas/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { listBetas } from './queries.ts'

export const betaRoutes = new Hono<AppEnv>().get(
  '/',
  describeRoute({
    tags: ['Betas'],
    summary: 'List the betas that are on for me',
    responses: { 200: { description: 'Their names', content: { 'application/json': { schema: resolver(Betas) } } } },
  }),
  async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ betas: await listBetas(c.var.db, viewer.id) })
  },
)
