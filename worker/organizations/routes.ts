import { Hono } from 'hono'
import { CursorOnly } from '../../domain/ids.ts'
import { OrganizationChangePage } from '../../domain/organizations/changes-contract.ts'
import {
  AgreedAnswer,
  CreateOrganization,
  DeleteOrganization,
  EditOrganization,
  FoundOrganizations,
  Organization,
  OrganizationGames,
  OrganizationId,
  OrganizationPeople,
  OrganizationSearch,
  OrganizationSeasons,
  OrganizationsOfTeam,
  OrganizationTeamId,
  OwnOrganizations,
  TeamOfOrganizations,
} from '../../domain/organizations/contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { getActor } from '../teams/get-actor.ts'
import { agree, endLink } from './change-links.ts'
import { listOrganizationChanges } from './changes.ts'
import { createOrganization, deleteOrganization, editOrganization, organizationNotFound } from './commands.ts'
import { findOrganizationsByName } from './find-by-name.ts'
import { listOrganizationGames } from './list-games.ts'
import { listOrganizationPeople } from './list-people.ts'
import { listOrganizationSeasons } from './list-seasons.ts'
import { listOrganizationsOfTeam } from './of-team.ts'
import { findOrganization, listOwnOrganizations } from './queries.ts'

const operation = describeOperations('Organizations')

const getViewerId = async (c: AppContext) => (await c.var.viewer())?.id ?? null

export const organizationRoutes = new Hono<AppEnv>()
  .post('/', operation('Create an organization', 201, OrganizationId), input('json', CreateOrganization), async (c) => {
    const viewer = await requireComplete(c)
    return c.json({ id: await createOrganization(getPrimary(c), getClock(c), viewer.id, c.req.valid('json')) }, 201)
  })
  .get('/mine', operation('The organizations that I own', 200, OwnOrganizations), async (c) => {
    const viewer = await requireViewer(c)
    return c.json((await listOwnOrganizations(getPrimary(c), viewer.id)) satisfies OwnOrganizations)
  })
  .get(
    '/',
    operation('Find organizations by name', 200, FoundOrganizations, 'Matches the start of words. Without those of people with a block.'),
    input('query', OrganizationSearch),
    async (c) => {
      const viewer = await requireViewer(c)
      const organizations = await findOrganizationsByName(c.var.db, viewer.id, c.req.valid('query').q)
      return c.json({ organizations } satisfies FoundOrganizations)
    },
  )
  .get(
    '/of-team/:teamId',
    operation(
      'The organizations of a community',
      200,
      OrganizationsOfTeam,
      'For people who decide for the community: those to which it belongs, those it asked and those that ask it.',
    ),
    input('param', TeamOfOrganizations),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json((await listOrganizationsOfTeam(getPrimary(c), viewer.id, c.req.valid('param').teamId)) satisfies OrganizationsOfTeam)
    },
  )
  .get(
    '/:id',
    operation(
      'An organization with its communities',
      200,
      Organization,
      'People who decide for one of the two also see communities that have not agreed yet.',
    ),
    input('param', OrganizationId),
    async (c) => {
      const organization = await findOrganization(c.var.db, await getViewerId(c), c.req.valid('param').id)
      if (!organization) throw organizationNotFound()
      return c.json(organization satisfies Organization)
    },
  )
  .get(
    '/:id/games',
    operation(
      'Public games to come of the communities of an organization',
      200,
      OrganizationGames,
      'The earliest first. A page can be empty and have a next one.',
    ),
    input('param', OrganizationId),
    input('query', CursorOnly),
    async (c) => {
      const viewer = { viewerId: await getViewerId(c), now: c.var.now() }
      const page = await listOrganizationGames(c.var.db, viewer, c.req.valid('param').id, c.req.valid('query').cursor)
      return c.json(page satisfies OrganizationGames)
    },
  )
  .get(
    '/:id/seasons',
    operation(
      'Seasons of my communities in an organization that run or are still to come',
      200,
      OrganizationSeasons,
      'Only members see the seasons of a community, so visitors see none.',
    ),
    input('param', OrganizationId),
    async (c) => {
      const viewer = { viewerId: await getViewerId(c), now: c.var.now() }
      return c.json((await listOrganizationSeasons(c.var.db, viewer, c.req.valid('param').id)) satisfies OrganizationSeasons)
    },
  )
  .get(
    '/:id/people',
    operation('Who runs an organization and its communities', 200, OrganizationPeople, 'Signed-out visitors see nobody.'),
    input('param', OrganizationId),
    async (c) =>
      c.json((await listOrganizationPeople(c.var.db, await getViewerId(c), c.req.valid('param').id)) satisfies OrganizationPeople),
  )
  .get(
    '/:id/changes',
    operation('Who changed what in my organization, newest first', 200, OrganizationChangePage, 'Changes are kept for 400 days.'),
    input('param', OrganizationId),
    input('query', CursorOnly),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const page = await listOrganizationChanges(getPrimary(c), actor, c.req.valid('param').id, c.req.valid('query').cursor)
      return c.json(page satisfies OrganizationChangePage)
    },
  )
  .put('/:id', operation('Change my organization', 204), input('param', OrganizationId), input('json', EditOrganization), async (c) => {
    const viewer = await requireComplete(c)
    await editOrganization(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
  .delete(
    '/:id',
    operation('Delete my organization', 204, undefined, 'Its communities stay.'),
    input('param', OrganizationId),
    input('query', DeleteOrganization),
    async (c) => {
      const viewer = await requireComplete(c)
      await deleteOrganization(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id, c.req.valid('query').name)
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/teams/:teamId',
    operation(
      'Agree that a community belongs to an organization',
      200,
      AgreedAnswer,
      'For the owner of the organization and the organizers of the community. It belongs to it once both have agreed; until then this asks the other side.',
    ),
    input('param', OrganizationTeamId),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id, teamId } = c.req.valid('param')
      return c.json({ belongs: await agree(getPrimary(c), getCommandContext(c), viewer.id, id, teamId) })
    },
  )
  .delete(
    '/:id/teams/:teamId',
    operation('End that a community belongs to an organization, or decline', 204),
    input('param', OrganizationTeamId),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id, teamId } = c.req.valid('param')
      await endLink(getPrimary(c), getClock(c), viewer.id, id, teamId)
      return c.body(null, 204)
    },
  )

export type OrganizationRoutes = typeof organizationRoutes
