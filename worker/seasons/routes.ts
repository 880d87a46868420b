import { Hono } from 'hono'
import { CursorOnly } from '../../domain/ids.ts'
import { CreateSeason, RegistrationPage, RegistrationPath, Season, SeasonPage } from '../../domain/seasons/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { clockOf, primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { asPerson } from '../teams/acting.ts'
import { createSeason, register, unregister } from './commands.ts'
import { listRegistrationsOf, listSeasons } from './queries.ts'

const operation = operationOf('Seasons')

/** A team's own, under /teams. */
export const teamSeasonRoutes = new Hono<AppEnv>()
  .get(
    '/:id/seasons',
    operation('Seasons of a team I am in', 200, SeasonPage, 'The one that ends last first. Dates are days of the calendar.'),
    input('param', TeamId),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      const { cursor } = c.req.valid('query')
      return c.json(await listSeasons(primaryOf(c), asPerson(viewer.id), c.req.valid('param').id, cursor))
    },
  )
  .post(
    '/:id/seasons',
    operation('Make a season of a team I run', 201, Season),
    input('param', TeamId),
    input('json', CreateSeason),
    async (c) => {
      const viewer = await requireViewer(c)
      const actor = asPerson(viewer.id)
      return c.json(await createSeason(primaryOf(c), clockOf(c), actor, c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )

export const seasonRoutes = new Hono<AppEnv>()
  .get(
    '/mine',
    operation(
      'Seasons I am registered for',
      200,
      RegistrationPage,
      'What is on and to come, the soonest to end first; then what is over, the latest first.',
    ),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await listRegistrationsOf(c.var.db, viewer.id, c.var.now(), c.req.valid('query').cursor))
    },
  )
  .put('/:id/registrations/:userId', operation('Register a member of my team', 204), input('param', RegistrationPath), async (c) => {
    const viewer = await requireViewer(c)
    const { id, userId } = c.req.valid('param')
    await register(primaryOf(c), clockOf(c), asPerson(viewer.id), id, userId)
    return c.body(null, 204)
  })
  .delete(
    '/:id/registrations/:userId',
    operation('Take a member of my team off, or myself', 204),
    input('param', RegistrationPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, userId } = c.req.valid('param')
      await unregister(primaryOf(c), asPerson(viewer.id), id, userId)
      return c.body(null, 204)
    },
  )

export type SeasonRoutes = typeof seasonRoutes
