import { Hono } from 'hono'
import { SeasonPath } from '../../domain/seasons/contract.ts'
import { SessionPath } from '../../domain/seasons/results-contract.ts'
import {
  AnswerPath,
  AskPath,
  OwnAsks,
  SubstituteCandidates,
  SubstituteQuery,
  Substitutes,
} from '../../domain/seasons/substitutes-contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { answerAsk, askByHand } from './substitute-commands.ts'
import { listOwnAsks, listSubstituteCandidates, readSubstitutes } from './substitute-queries.ts'

const operation = describeOperations('Seasons')

/** Substitutes for seats in games of a season, mounted under /seasons. */
export const substituteRoutes = new Hono<AppEnv>()
  .get(
    '/:id/asks',
    operation('Games of a season in which I am asked to take a seat', 200, OwnAsks, 'Only games to come, by their start.'),
    input('param', SeasonPath),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await listOwnAsks(getPrimary(c), c.var.now(), asPerson(viewer.id), c.req.valid('param').id))
    },
  )
  .get(
    '/:id/sessions/:eventId/substitutes',
    operation('Who was asked to take a seat', 200, Substitutes, 'For organizers and the captains of the game.'),
    input('param', SessionPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      return c.json(await readSubstitutes(getPrimary(c), c.var.now(), asPerson(viewer.id), { seasonId, eventId }))
    },
  )
  .get(
    '/:id/sessions/:eventId/substitute-candidates',
    operation('Whom I can ask to take a seat', 200, SubstituteCandidates, 'The first twenty, substitutes and free agents first.'),
    input('param', SessionPath),
    input('query', SubstituteQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId } = c.req.valid('param')
      const session = { seasonId, eventId }
      return c.json(await listSubstituteCandidates(getPrimary(c), c.var.now(), asPerson(viewer.id), session, c.req.valid('query').q))
    },
  )
  .put(
    '/:id/sessions/:eventId/substitutes/:userId',
    operation('Ask a member to take a seat', 204, undefined, 'For organizers and the captains of the game.'),
    input('param', AskPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId, userId } = c.req.valid('param')
      await askByHand(getPrimary(c), getCommandContext(c), asPerson(viewer.id), { seasonId, eventId }, userId)
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/sessions/:eventId/ask/:answer',
    operation('Answer whether I take a seat', 204, undefined, 'The first person who says yes gets it.'),
    input('param', AnswerPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: seasonId, eventId, answer } = c.req.valid('param')
      await answerAsk(getPrimary(c), getCommandContext(c), asPerson(viewer.id), { seasonId, eventId }, answer)
      return c.body(null, 204)
    },
  )

export type SubstituteRoutes = typeof substituteRoutes
