import { Hono } from 'hono'
import { CursorOnly } from '../../domain/ids.ts'
import { TeamFollow } from '../../domain/team-follows/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { TeamList } from '../../domain/teams/directory-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { listFollowedTeams } from '../teams/list-followed-teams.ts'
import { followTeam, unfollowTeam } from './commands.ts'

const operation = describeOperations('Teams')

/** Mounted under /teams. */
export const teamFollowRoutes = new Hono<AppEnv>()
  .get('/followed', operation('Communities I follow, the latest first', 200, TeamList), input('query', CursorOnly), async (c) => {
    const viewer = await requireComplete(c)
    const page = await listFollowedTeams(getPrimary(c), { viewerId: viewer.id, now: c.var.now() }, c.req.valid('query').cursor)
    return c.json(page satisfies TeamList)
  })
  .put(
    '/:id/follow',
    operation('Follow a community', 200, TeamFollow, 'For people who are not in it. They hear of its public games.'),
    input('param', TeamId),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await followTeam(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id))
    },
  )
  .delete('/:id/follow', operation('Unfollow a community', 200, TeamFollow), input('param', TeamId), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await unfollowTeam(getPrimary(c), viewer.id, c.req.valid('param').id))
  })

export type TeamFollowRoutes = typeof teamFollowRoutes
