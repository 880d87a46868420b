import { Hono } from 'hono'
import { CursorOnly } from '../../domain/ids.ts'
import { GroupForm, GroupPath, SeasonGroup, SeasonPath } from '../../domain/seasons/contract.ts'
import { MadeSessions, MakeSessions, SessionPattern, SessionPlan } from '../../domain/seasons/pattern-contract.ts'
import { MakeMatches, MatchPlan, PlanForm } from '../../domain/seasons/planner-contract.ts'
import {
  ConfirmResult,
  DisputeResult,
  EnterResult,
  OpenGamePage,
  ResultChangePage,
  SessionForm,
  SessionPage,
  SessionPath,
  SessionQuery,
} from '../../domain/seasons/results-contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { changeGroup, createGroup, deleteGroup } from './groups.ts'
import { makeMatches, planSeasonGames } from './make-matches.ts'
import { makeSessions, previewSessions } from './make-sessions.ts'
import { putConfirmation, putDispute, putResult } from './results.ts'
import { listOpenGames, listResultChanges, listSessions } from './session-queries.ts'
import { putSession, removeSession } from './sessions.ts'

const operation = describeOperations('Seasons')

/** The groups of a season, mounted under /seasons. */
export const seasonGroupRoutes = new Hono<AppEnv>()
  .post(
    '/:id/groups',
    operation('Add a group to a season', 201, SeasonGroup),
    input('param', SeasonPath),
    input('json', GroupForm),
    async (c) => {
      const viewer = await requireViewer(c)
      const group = await createGroup(getPrimary(c), getClock(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('json'))
      return c.json(group, 201)
    },
  )
  .put(
    '/:id/groups/:groupId',
    operation('Change a group', 200, SeasonGroup),
    input('param', GroupPath),
    input('json', GroupForm),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, groupId } = c.req.valid('param')
      return c.json(await changeGroup(getPrimary(c), getClock(c), asPerson(viewer.id), { seasonId, groupId }, c.req.valid('json')))
    },
  )
  .delete(
    '/:id/groups/:groupId',
    operation('Delete a group without matches', 204, undefined, 'Its people stay in the season.'),
    input('param', GroupPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, groupId } = c.req.valid('param')
      await deleteGroup(getPrimary(c), getClock(c), asPerson(viewer.id), { seasonId, groupId })
      return c.body(null, 204)
    },
  )

/** The games of a season and their results, mounted under /seasons. */
export const seasonSessionRoutes = new Hono<AppEnv>()
  .get(
    '/:id/sessions',
    operation('The games of a season', 200, SessionPage, 'By their start, past ones newest first. Only games that I can see.'),
    input('param', SeasonPath),
    input('query', SessionQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      const list = { now: c.var.now(), ...c.req.valid('query') }
      return c.json(await listSessions(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id, list))
    },
  )
  .post(
    '/:id/session-plan',
    operation('The days of a pattern of games', 200, SessionPlan, 'Makes nothing. Days that are over are left out.'),
    input('param', SeasonPath),
    input('json', SessionPattern),
    async (c) => {
      const viewer = await requireViewer(c)
      const { timeZone, sessions } = await previewSessions(
        getPrimary(c),
        c.var.now(),
        asPerson(viewer.id),
        c.req.valid('param').id,
        c.req.valid('json'),
      )
      return c.json({ timeZone, sessions })
    },
  )
  .post(
    '/:id/session-series',
    operation(
      'Make games of a season from a pattern',
      201,
      MadeSessions,
      'All of them, or none. The people of the season join, or are invited.',
    ),
    input('param', SeasonPath),
    input('json', MakeSessions),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await makeSessions(getPrimary(c), getClock(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )
  .post(
    '/:id/match-plan',
    operation('Plan who plays whom, and when', 200, MatchPlan, 'Makes nothing. Turns at home, rest and late hours are shared fairly.'),
    input('param', SeasonPath),
    input('json', PlanForm),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await planSeasonGames(getPrimary(c), c.var.now(), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('json')))
    },
  )
  .post(
    '/:id/match-series',
    operation('Make the games of a plan', 201, MadeSessions, 'All of them, or none. The people of the season join, or are invited.'),
    input('param', SeasonPath),
    input('json', MakeMatches),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await makeMatches(getPrimary(c), getClock(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )
  .get(
    '/:id/open-games',
    operation('Games of my community that can be put in a season', 200, OpenGamePage, 'By their start.'),
    input('param', SeasonPath),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      const { cursor } = c.req.valid('query')
      return c.json(await listOpenGames(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id, cursor))
    },
  )
  .put(
    '/:id/sessions/:eventId',
    operation('Put a game of the community in a season', 204, undefined, 'With two groups the game is a match and can have a result.'),
    input('param', SessionPath),
    input('json', SessionForm),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      await putSession(getPrimary(c), asPerson(viewer.id), { seasonId, eventId }, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/sessions/:eventId',
    operation('Take a game out of a season', 204, undefined, 'Its result is deleted. The game itself stays.'),
    input('param', SessionPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      await removeSession(getPrimary(c), getClock(c), asPerson(viewer.id), { seasonId, eventId })
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/sessions/:eventId/result',
    operation('Enter or correct a result', 204, undefined, 'For people who keep the score, and the captains of both sides.'),
    input('param', SessionPath),
    input('json', EnterResult),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      await putResult(getPrimary(c), getCommandContext(c), asPerson(viewer.id), { seasonId, eventId }, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/sessions/:eventId/confirmation',
    operation('Confirm a result as captain', 204),
    input('param', SessionPath),
    input('json', ConfirmResult),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      await putConfirmation(getPrimary(c), getCommandContext(c), asPerson(viewer.id), { seasonId, eventId }, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/sessions/:eventId/dispute',
    operation('Dispute a result as captain', 204, undefined, 'It does not count until someone who keeps the score settles it.'),
    input('param', SessionPath),
    input('json', DisputeResult),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      await putDispute(getPrimary(c), getCommandContext(c), asPerson(viewer.id), { seasonId, eventId }, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/sessions/:eventId/result/changes',
    operation('Who changed a result', 200, ResultChangePage, 'The newest change comes first.'),
    input('param', SessionPath),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      return c.json(await listResultChanges(getPrimary(c), asPerson(viewer.id), { seasonId, eventId }, c.req.valid('query').cursor))
    },
  )

export type SeasonGroupRoutes = typeof seasonGroupRoutes
export type SeasonSessionRoutes = typeof seasonSessionRoutes
