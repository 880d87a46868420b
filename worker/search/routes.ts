import { Hono } from 'hono'
import { FullSearch, maxSearchLength, SearchAnswer } from '../../domain/search/contract.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { searchLikeNames, searchPeople } from '../profiles/find-people.ts'
import { searchThings } from './queries.ts'

const operation = operationOf('Search')

export const searchRoutes = new Hono<AppEnv>().get(
  '/',
  operation(
    'Games, communities, places and people by their words',
    200,
    SearchAnswer,
    'By the beginnings of words; one slip in a word is forgiven.',
  ),
  input('query', FullSearch),
  async (c) => {
    const q = c.req.valid('query').q.slice(0, maxSearchLength)
    const viewer = await c.var.viewer()
    const [{ found, corrections, unknown }, named] = await Promise.all([
      searchThings(c.var.db, viewer?.id ?? null, q, c.var.now()),
      viewer?.profileComplete ? searchPeople(c.var.db, viewer.id, q) : [],
    ])
    const mayMean =
      viewer?.profileComplete && named.length === 0 && unknown.length > 0
        ? await searchLikeNames(c.var.db, viewer.id, q, unknown)
        : { people: named, corrections: [] }
    const read = new Map([...corrections, ...mayMean.corrections].map((correction) => [Object.values(correction).join(' '), correction]))
    const answer: SearchAnswer = {
      events: found.event,
      teams: found.team,
      places: found.place,
      people: mayMean.people,
      corrections: [...read.values()],
    }
    return c.json(answer, 200, { 'cache-control': 'private, no-cache' })
  },
)

export type SearchRoutes = typeof searchRoutes
