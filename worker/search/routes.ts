import { Hono } from 'hono'
import { oneOfSeries } from '../../domain/events/one-of-series.ts'
import { FullSearch, foundMost, SearchAnswer, searchLongest } from '../../domain/search/contract.ts'
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
    const q = c.req.valid('query').q.slice(0, searchLongest)
    const viewer = await c.var.viewer()
    const [{ events, teams, places, corrections, unknown }, named] = await Promise.all([
      searchThings(c.var.db, viewer?.id ?? null, q, c.var.now()),
      viewer?.profileComplete ? searchPeople(c.var.db, viewer.id, q) : [],
    ])
    const mayMean =
      viewer?.profileComplete && named.length === 0 && unknown.length > 0
        ? await searchLikeNames(c.var.db, viewer.id, q, unknown)
        : { people: named, corrections: [] }
    const read = new Map([...corrections, ...mayMean.corrections].map((correction) => [Object.values(correction).join(' '), correction]))
    const most = <Card>(cards: Card[]) => cards.slice(0, foundMost)
    const answer: SearchAnswer = {
      events: most(oneOfSeries(events)),
      teams: most(teams),
      places: most(places),
      people: mayMean.people,
      corrections: [...read.values()],
    }
    return c.json(answer, 200, { 'cache-control': 'private, no-cache' })
  },
)

export type SearchRoutes = typeof searchRoutes
