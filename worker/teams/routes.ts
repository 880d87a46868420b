import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { CursorOnly, Id } from '../../domain/ids.ts'
import {
  CreateTeam,
  DeletedTeamList,
  DeleteTeam,
  HandOver,
  OwnTeamPage,
  TeamCard,
  TeamCardPage,
  TeamId,
  TeamsInBounds,
} from '../../domain/teams/contract.ts'
import { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { TeamList, TeamListSearch } from '../../domain/teams/directory-contract.ts'
import { TeamsMap, TeamsMapSearch } from '../../domain/teams/map-contract.ts'
import { TeamPhotos } from '../../domain/teams/photos-contract.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { requireFreshSession, requireViewer } from '../access/viewer.ts'
import { listTeamPhotos } from '../events/team-photos.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { onlyLocally } from '../platform/only-locally.ts'
import { describeOperations } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { asPerson } from './actor.ts'
import { addMember, leaveTeam } from './change-members.ts'
import { createTeam } from './commands.ts'
import { bringTeamBack, deleteTeam, listDeletedTeams } from './delete-team.ts'
import { findTeamDetail } from './find-team-detail.ts'
import { findTeamCard, listTeamsInBounds, listTeamsOf, mapTeams } from './find-teams.ts'
import { acceptHandOver, declineHandOver, offerHandOver, takeBackHandOver } from './hand-over-offers.ts'
import { listTeams } from './list-teams.ts'

const LocalTeam = v.object({ name: v.string(), people: v.pipe(v.array(Id), v.minLength(1)), cityId: CreateTeam.entries.cityId })

const operation = describeOperations('Teams')

const getTeamViewer = async (c: AppContext) => ({ viewerId: (await c.var.viewer())?.id ?? null, now: c.var.now() })
/** Upcoming games are counted for the viewer. All signed-out visitors see the same number. */
const getCacheHeaders = (viewerId: string | null) =>
  viewerId === null ? { 'cache-control': 'public, max-age=15', vary: 'cookie' } : { 'cache-control': 'private, no-cache' }

export const teamRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation(
      'Communities in a view of the map',
      200,
      TeamCardPage,
      'Each community is at the center of its home city. The order stays the same from page to page. West may be greater than east.',
    ),
    input('query', TeamsInBounds),
    async (c) => {
      const viewer = await getTeamViewer(c)
      const page = await listTeamsInBounds(c.var.db, viewer, c.req.valid('query'))
      return c.json(page satisfies TeamCardPage, 200, getCacheHeaders(viewer.viewerId))
    },
  )
  .get(
    '/directory',
    operation(
      'All communities, or those that match',
      200,
      TeamList,
      'With a city, those at most 100 miles from it, nearest first. Otherwise those with the most members first.',
    ),
    input('query', TeamListSearch),
    async (c) => {
      const viewer = await getTeamViewer(c)
      const page = await listTeams(c.var.db, viewer, c.req.valid('query'))
      return c.json(page satisfies TeamList, 200, getCacheHeaders(viewer.viewerId))
    },
  )
  .get(
    '/map',
    operation('Show communities in a map view, one by one or as clusters with true counts', 200, TeamsMap),
    input('query', TeamsMapSearch),
    async (c) => c.json((await mapTeams(c.var.db, c.req.valid('query'))) satisfies TeamsMap),
  )
  .get('/mine', operation('My communities, each with its next game', 200, OwnTeamPage), input('query', CursorOnly), async (c) => {
    const viewer = await requireViewer(c)
    const page = await listTeamsOf(getPrimary(c), { userId: viewer.id, now: c.var.now() }, c.req.valid('query').cursor)
    return c.json(page satisfies OwnTeamPage)
  })
  .get('/:id', operation('A community', 200, TeamCard), input('param', TeamId), async (c) => {
    const viewer = await getTeamViewer(c)
    const team = await findTeamCard(c.var.db, viewer, c.req.valid('param').id)
    if (!team) throw teamNotFound()
    return c.json(team satisfies TeamCard, 200, getCacheHeaders(viewer.viewerId))
  })
  .get('/:id/detail', operation('What the page of a community shows', 200, TeamDetail), input('param', TeamId), async (c) => {
    const { viewerId } = await getTeamViewer(c)
    const team = await findTeamDetail(c.var.db, { viewerId, now: c.var.now() }, c.req.valid('param').id)
    if (!team) throw teamNotFound()
    return c.json(team satisfies TeamDetail, 200, getCacheHeaders(viewerId))
  })
  .get('/:id/photos', operation('Pictures of past games of a community', 200, TeamPhotos), input('param', TeamId), async (c) => {
    const viewer = await getTeamViewer(c)
    const photos = await listTeamPhotos(c.var.db, viewer, c.req.valid('param').id)
    if (!photos) throw teamNotFound()
    return c.json(photos satisfies TeamPhotos, 200, getCacheHeaders(viewer.viewerId))
  })
  .post(
    '/:id/hand-over',
    operation('Ask a member to take over my community', 204, undefined, 'They have 7 days to accept. Until then I stay the owner.'),
    input('param', TeamId),
    input('json', HandOver),
    async (c) => {
      const { viewer } = await requireFreshSession(c)
      const { to } = c.req.valid('json')
      const db = getPrimary(c)
      if (to !== viewer.id) await requireReach(db, viewer.id, to, 'invite')
      await offerHandOver(db, getCommandContext(c), viewer.id, c.req.valid('param').id, to)
      return c.body(null, 204)
    },
  )
  .delete('/:id/hand-over', operation('Take back the offer of my community', 204), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await takeBackHandOver(getPrimary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post('/:id/hand-over/accept', operation('Take over a community that its owner offers me', 204), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await acceptHandOver(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post('/:id/hand-over/decline', operation('Decline a community that its owner offers me', 204), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await declineHandOver(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .delete(
    '/:id',
    operation('Delete my community', 204, undefined, 'Its upcoming games are cancelled. I can bring it back for 30 days.'),
    input('param', TeamId),
    input('query', DeleteTeam),
    async (c) => {
      const { viewer } = await requireFreshSession(c)
      await deleteTeam(getPrimary(c), getCommandContext(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('query').name)
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/restore',
    operation('Bring my deleted community back', 204, undefined, 'Games that were cancelled stay cancelled.'),
    input('param', TeamId),
    async (c) => {
      const viewer = await requireViewer(c)
      await bringTeamBack(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .get('/mine/deleted', operation('Communities of mine that I deleted and can bring back', 200, DeletedTeamList), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ teams: await listDeletedTeams(getPrimary(c), viewer.id, c.var.now()) })
  })
  .delete('/:id/members/me', operation('Leave a community', 204), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await leaveTeam(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })

/** Creates a team with its members, owner first, so that browser tests about other things need not fill in its form. */
export const localTeamRoutes = new Hono<AppEnv>()
  .use(onlyLocally)
  .put('/', describeRoute({ hide: true }), input('json', LocalTeam), async (c) => {
    const { name, people, cityId } = c.req.valid('json')
    const [owner = '', ...members] = people
    const clock = getClock(c)
    const id = await createTeam(getPrimary(c), clock, owner, { name, description: '', ...(cityId === undefined ? {} : { cityId }) })
    for (const member of members) await addMember(getPrimary(c), clock, asPerson(owner), id, member)
    return c.json({ id })
  })

export type TeamRoutes = typeof teamRoutes
