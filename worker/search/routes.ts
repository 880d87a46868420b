import { Hono } from 'hono'
import { FullSearchQuery, maxSearchLength, SearchAnswer } from '../../domain/search/contract.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { searchPeople, searchSimilarNames } from '../profiles/find-people.ts'
import { searchItems } from './queries.ts'

const operation = describeOperations('Search')

export const searchRoutes = new Hono<AppEnv>().get(
  '/',
  operation(
    'Search games, communities, places and people',
    200,
    SearchAnswer,
    'Matches the start of words. One typo per word is corrected. With a point, what is within 100 miles of it comes first, games by date. Games and places farther away are found only by words that name where they are.',
  ),
  input('query', FullSearchQuery),
  async (c) => {
    const { lat, lng, ...query } = c.req.valid('query')
    const q = query.q.slice(0, maxSearchLength)
    const viewer = await c.var.viewer()
    const point = lat === undefined || lng === undefined ? null : { lat, lng }
    const [{ found, corrections, unknown }, peopleByName] = await Promise.all([
      searchItems(c.var.db, viewer?.id ?? null, { q, point, now: c.var.now() }),
      viewer?.profileComplete ? searchPeople(c.var.db, viewer.id, q) : [],
    ])
    const similarPeople =
      viewer?.profileComplete && peopleByName.length === 0 && unknown.length > 0
        ? await searchSimilarNames(c.var.db, viewer.id, q, unknown)
        : { people: peopleByName, corrections: [] }
    const correctionsByText = new Map(
      [...corrections, ...similarPeople.corrections].map((correction) => [Object.values(correction).join(' '), correction]),
    )
    const answer: SearchAnswer = {
      events: found.event,
      teams: found.team,
      places: found.place,
      people: similarPeople.people,
      corrections: [...correctionsByText.values()],
    }
    return c.json(answer, 200, { 'cache-control': 'private, no-cache' })
  },
)

export type SearchRoutes = typeof searchRoutes
