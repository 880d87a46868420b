import { Hono } from 'hono'
import { ShareHours, TeamHours, TeamHoursQuery } from '../../domain/team-hours/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { shareHours, stopSharingHours } from './commands.ts'
import { findTeamHours } from './queries.ts'

const operation = describeOperations('Teams')

/** Mounted under /teams. */
export const teamHoursRoutes = new Hono<AppEnv>()
  .get(
    '/:id/hours',
    operation(
      'When the members of my community can play',
      200,
      TeamHours,
      'How many members are free in each half hour of the next four weeks. These numbers change only at midnight. Owners, organizers, captains and coaches see who, as it is now.',
    ),
    input('param', TeamId),
    input('query', TeamHoursQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      const { zone } = c.req.valid('query')
      return c.json(await findTeamHours(getPrimary(c), viewer.id, c.req.valid('param').id, { now: c.var.now(), zone }))
    },
  )
  .put(
    '/:id/hours/sharing',
    operation('Share my hours with my community, or stop sharing them', 204),
    input('param', TeamId),
    input('json', ShareHours),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id } = c.req.valid('param')
      if (c.req.valid('json').isSharing) await shareHours(getPrimary(c), c.var.now(), id, viewer.id)
      else await stopSharingHours(getPrimary(c), id, viewer.id)
      return c.body(null, 204)
    },
  )

export type TeamHoursRoutes = typeof teamHoursRoutes
