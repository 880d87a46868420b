import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { FaceList, PersonSearch } from '../../domain/profiles/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { searchPeople } from '../profiles/find-people.ts'

export const peopleRoutes = new Hono<AppEnv>().get(
  '/',
  describeRoute({
    tags: ['People'],
    summary: 'Search people by name',
    description:
      'At most ten people whose display name has words that begin like those typed. Nobody who may not be reached is among them.',
    responses: { 200: { description: 'The people', content: { 'application/json': { schema: resolver(FaceList) } } } },
  }),
  input('query', PersonSearch),
  async (c) => {
    const viewer = await requireComplete(c)
    return c.json({ people: await searchPeople(c.var.db, viewer.id, c.req.valid('query').q) }, 200, { 'cache-control': 'no-store' })
  },
)

export type PeopleRoutes = typeof peopleRoutes
