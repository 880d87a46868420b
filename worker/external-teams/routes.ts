import { Hono } from 'hono'
import {
  ChangeExternalTeam,
  CreateExternalTeam,
  ExternalGamePage,
  ExternalGamesQuery,
  ExternalTeam,
  ExternalTeamId,
  ExternalTeams,
} from '../../domain/external-teams/contract.ts'
import { makeSiteRules } from '../../domain/other-sites/site-rules.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { changeExternalTeam, createExternalTeam, removeExternalTeam, restoreExternalTeam, tryExternalTeam } from './commands.ts'
import { listExternalGames, listExternalTeams } from './queries.ts'

const operation = describeOperations('External teams')

export const externalTeamRoutes = new Hono<AppEnv>()
  // A job writes what the page waits for, so the page must not read an old replica.
  .get('/', operation('List the teams of other sites that I linked, with the state of their calendars', 200, ExternalTeams), async (c) => {
    const viewer = await requireComplete(c)
    return c.json({ teams: await listExternalTeams(getPrimary(c), viewer.id, c.var.now()) })
  })
  .get(
    '/games',
    operation('List the upcoming games of these teams', 200, ExternalGamePage),
    input('query', ExternalGamesQuery),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await listExternalGames(getPrimary(c), viewer.id, { ...c.req.valid('query'), now: c.var.now() }))
    },
  )
  .post(
    '/',
    operation('Link the calendar of a team', 201, ExternalTeam, 'The link must be public and start with https:// or webcal://.'),
    input('json', CreateExternalTeam),
    async (c) => {
      const viewer = await requireComplete(c)
      // Each link makes our server open an address that the person chose.
      await limitCostly(c, 'external-team', viewer.id)
      const rules = makeSiteRules(c.var.settings, 'feeds')
      return c.json(await createExternalTeam(c.var.db, getClock(c), viewer.id, c.req.valid('json'), rules), 201)
    },
  )
  .put(
    '/:id',
    operation('Change a linked team', 200, ExternalTeam, 'Without feedUrl, the link stays as it is.'),
    input('param', ExternalTeamId),
    input('json', ChangeExternalTeam),
    async (c) => {
      const viewer = await requireComplete(c)
      const json = c.req.valid('json')
      if (json.feedUrl !== undefined) await limitCostly(c, 'external-team', viewer.id)
      const { id } = c.req.valid('param')
      return c.json(await changeExternalTeam(c.var.db, getClock(c), viewer.id, id, json, makeSiteRules(c.var.settings, 'feeds')))
    },
  )
  .delete('/:id', operation('Remove a linked team', 204), input('param', ExternalTeamId), async (c) => {
    const viewer = await requireComplete(c)
    await removeExternalTeam(c.var.db, c.var.now(), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post(
    '/:id/restore',
    operation('Bring back a team that I removed today', 200, ExternalTeam),
    input('param', ExternalTeamId),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await restoreExternalTeam(c.var.db, getClock(c), viewer.id, c.req.valid('param').id))
    },
  )
  .post('/:id/fetch', operation('Load the calendar of a team now', 200, ExternalTeam), input('param', ExternalTeamId), async (c) => {
    const viewer = await requireComplete(c)
    await limitCostly(c, 'external-team', viewer.id)
    return c.json(await tryExternalTeam(c.var.db, getClock(c), viewer.id, c.req.valid('param').id))
  })

export type ExternalTeamRoutes = typeof externalTeamRoutes
