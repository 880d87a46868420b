import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { MyAvailability, SaveAvailability, SavedAvailability } from '../../domain/availability/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { saveAvailability } from './commands.ts'
import { findAvailability } from './queries.ts'

export const availabilityRoutes = new Hono<AppEnv>()
  .get(
    '/',
    describeRoute({
      tags: ['Availability'],
      summary: 'Get my availability',
      responses: {
        200: { description: 'Null before the first save', content: { 'application/json': { schema: resolver(MyAvailability) } } },
      },
    }),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await findAvailability(c.var.db, viewer.id))
    },
  )
  .put(
    '/',
    describeRoute({
      tags: ['Availability'],
      summary: 'Save my availability',
      description: 'Send the version you edited, or 0 for the first save. If it is not the newest version, the request fails with 409.',
      responses: {
        200: { description: 'The new version', content: { 'application/json': { schema: resolver(SavedAvailability) } } },
      },
    }),
    input('json', SaveAvailability),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json({ version: await saveAvailability(c.var.db, c.var.now(), viewer.id, c.req.valid('json')) })
    },
  )

export type AvailabilityRoutes = typeof availabilityRoutes
