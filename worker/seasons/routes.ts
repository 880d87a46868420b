import { Hono } from 'hono'
import { EmailOnly } from '../../domain/accounts/contract.ts'
import { CursorOnly } from '../../domain/ids.ts'
import {
  CandidateList,
  CandidateQuery,
  ChangeSeason,
  CreateSeason,
  PlayerSeasons,
  Register,
  RegistrationPage,
  RegistrationPath,
  Season,
  SeasonDetail,
  SeasonPage,
  SeasonPath,
  SeasonPeoplePage,
  SeasonTable,
} from '../../domain/seasons/contract.ts'
import { CopySeason, UndoneCopy } from '../../domain/seasons/copy-contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { changeSeason, deleteSeason } from './change-season.ts'
import { createSeason, unregister } from './commands.ts'
import { copySeason } from './copy-season.ts'
import { findPlayer } from './find-player.ts'
import { listRegistrationsOf } from './own-registrations.ts'
import { listCandidates, listSeasonPeople, listSeasons, readSeason } from './queries.ts'
import { register } from './register.ts'
import { readTable } from './table.ts'
import { undoCopy } from './undo-copy.ts'

const operation = describeOperations('Seasons')

/** The seasons of one team, mounted under /teams. */
export const teamSeasonRoutes = new Hono<AppEnv>()
  .get(
    '/:id/seasons',
    operation('Seasons of a community I am in', 200, SeasonPage, 'The season that ends last comes first. Dates are calendar days.'),
    input('param', TeamId),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      const { cursor } = c.req.valid('query')
      return c.json(await listSeasons(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id, cursor))
    },
  )
  .post(
    '/:id/seasons',
    operation('Create a season of a community I run', 201, Season),
    input('param', TeamId),
    input('json', CreateSeason),
    async (c) => {
      const viewer = await requireViewer(c)
      const actor = asPerson(viewer.id)
      return c.json(await createSeason(getPrimary(c), getClock(c), actor, c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )

  .post(
    '/:id/season-players',
    operation(
      'Where a player and their children take part in the seasons of a community',
      200,
      PlayerSeasons,
      'By email. Organizers ask about players of their community, everyone else only about themselves.',
    ),
    input('param', TeamId),
    input('json', EmailOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await findPlayer(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('json').email))
    },
  )

export const seasonRoutes = new Hono<AppEnv>()
  .get(
    '/mine',
    operation(
      'Seasons I or my children are registered for',
      200,
      RegistrationPage,
      'Current and future seasons come first, by end date. Past seasons follow, newest first.',
    ),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await listRegistrationsOf(c.var.db, viewer.id, c.var.now(), c.req.valid('query').cursor))
    },
  )
  .get('/:id', operation('A season of a community I am in, with its groups', 200, SeasonDetail), input('param', SeasonPath), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await readSeason(getPrimary(c), c.var.now(), asPerson(viewer.id), c.req.valid('param').id))
  })
  .put(
    '/:id',
    operation('Change the label and the dates of a season', 200, Season, 'Refused if games of the season would not be in it any more.'),
    input('param', SeasonPath),
    input('json', ChangeSeason),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await changeSeason(getPrimary(c), getClock(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('json')))
    },
  )
  .delete(
    '/:id',
    operation('Delete a season', 204, undefined, 'Its groups, registrations and results are deleted. Its games stay.'),
    input('param', SeasonPath),
    async (c) => {
      const viewer = await requireViewer(c)
      await deleteSeason(getPrimary(c), getClock(c), asPerson(viewer.id), c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/copies',
    operation('Copy a season with its groups', 201, Season, 'With its people and games, if I choose so. The same copy is made only once.'),
    input('param', SeasonPath),
    input('json', CopySeason),
    async (c) => {
      const viewer = await requireViewer(c)
      const actor = asPerson(viewer.id)
      return c.json(await copySeason(getPrimary(c), getClock(c), actor, c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )
  .delete(
    '/:id/copy',
    operation('Undo my copy of a season', 200, UndoneCopy, 'For a day. What was changed since is kept and named.'),
    input('param', SeasonPath),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await undoCopy(getPrimary(c), getClock(c), asPerson(viewer.id), c.req.valid('param').id))
    },
  )
  .get(
    '/:id/table',
    operation('The table of a season', 200, SeasonTable, 'Each row says why it is ahead of the row below it.'),
    input('param', SeasonPath),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await readTable(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id))
    },
  )
  .get(
    '/:id/registrations',
    operation('The people of a season', 200, SeasonPeoplePage),
    input('param', SeasonPath),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      const { cursor } = c.req.valid('query')
      return c.json(await listSeasonPeople(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id, cursor))
    },
  )
  .get(
    '/:id/candidates',
    operation('Members of my community who are not in a season', 200, CandidateList, 'The first twenty by name, for organizers.'),
    input('param', SeasonPath),
    input('query', CandidateQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await listCandidates(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('query').q))
    },
  )
  .put(
    '/:id/registrations/:userId',
    operation(
      'Register a member of my community, or myself',
      204,
      undefined,
      'Members register themselves without a group. Organizers register anyone, and give out the places in the groups.',
    ),
    input('param', RegistrationPath),
    input('json', Register),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, userId } = c.req.valid('param')
      await register(getPrimary(c), getClock(c), asPerson(viewer.id), { seasonId: id, userId }, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/registrations/:userId',
    operation('Unregister a member of my community, or myself', 204),
    input('param', RegistrationPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, userId } = c.req.valid('param')
      await unregister(getPrimary(c), getClock(c), asPerson(viewer.id), id, userId)
      return c.body(null, 204)
    },
  )

export type TeamSeasonRoutes = typeof teamSeasonRoutes
export type SeasonRoutes = typeof seasonRoutes
