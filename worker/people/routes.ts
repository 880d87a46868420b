import { Hono } from 'hono'
import { NearPlayers, NearSearch } from '../../domain/people/contract.ts'
import { FaceList, PersonSearch } from '../../domain/profiles/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { searchPeople } from '../profiles/find-people.ts'
import { listNearPlayers } from './near.ts'

const operation = operationOf('People')

export const peopleRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation(
      'Search people by name',
      200,
      FaceList,
      'At most ten people whose display name has words that begin like those typed. Nobody who may not be reached is among them.',
    ),
    input('query', PersonSearch),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json({ people: await searchPeople(c.var.db, viewer.id, c.req.valid('query').q) })
    },
  )
  .get('/near', operation('Players near me by what we both play', 200, NearPlayers), input('query', NearSearch), async (c) => {
    const viewer = await requireComplete(c)
    const { limit, activity } = c.req.valid('query')
    return c.json(await listNearPlayers(c.var.db, viewer.id, { limit, activity, now: c.var.now() }))
  })

export type PeopleRoutes = typeof peopleRoutes
