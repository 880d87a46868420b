import { Hono } from 'hono'
import { NearPlayers, NearSearch } from '../../domain/people/contract.ts'
import { FaceList, PersonSearch } from '../../domain/profiles/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { searchPeople } from '../profiles/find-people.ts'
import { listNearPlayers } from './list-near-players.ts'

const operation = describeOperations('People')

export const peopleRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation(
      'Search for people by name',
      200,
      FaceList,
      'At most ten people. Each typed word must be the beginning of a word in the display name. People I may not reach are left out.',
    ),
    input('query', PersonSearch),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json({ people: await searchPeople(c.var.db, viewer.id, c.req.valid('query').q) })
    },
  )
  .get('/near', operation('List players near me with a shared activity', 200, NearPlayers), input('query', NearSearch), async (c) => {
    const viewer = await requireComplete(c)
    const { limit, activity } = c.req.valid('query')
    return c.json(await listNearPlayers(c.var.db, viewer.id, { limit, activity, now: c.var.now() }))
  })

export type PeopleRoutes = typeof peopleRoutes
