import { Hono } from 'hono'
import * as v from 'valibot'
import type { City } from '../../domain/cities/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { asStranger, mayReach } from '../../domain/privacy/may-reach.ts'
import { ActivityPath, OwnProfile, PlayedActivity, SaveProfile, SetUpProfile } from '../../domain/profiles/contract.ts'
import {
  maxProfileGames,
  ProfileGames,
  ProfilePath,
  ProfileTeams,
  ProfileView,
  PublicProfile,
} from '../../domain/profiles/public-contract.ts'
import { SetUpFromGame } from '../../domain/seat-codes/contract.ts'
import { requireComplete, requireSession, requireViewer } from '../access/viewer.ts'
import { readSessionCookie } from '../accounts/session-cookie.ts'
import { findCity } from '../cities/queries.ts'
import { listGamesOf } from '../events/queries.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { listTeamsOfPerson } from '../teams/list-teams-of-person.ts'
import { putActivity, removeActivity, saveProfile, setUpProfile } from './commands.ts'
import { findOwnProfile, findPublicProfile } from './queries.ts'
import { findGameOfNewcomer, setUpFromGame } from './set-up-from-game.ts'

const operation = describeOperations('Profiles')

async function requireCity(c: AppContext, id: number): Promise<City> {
  const city = await findCity(c.var.db, id)
  if (city) return city
  throw new AppError('InvalidInput', { issues: [{ path: 'cityId', message: 'Choose a city from the list.' }] })
}

const ActivityChange = v.omit(PlayedActivity, ['activity'])

export const profileRoutes = new Hono<AppEnv>()
  .get('/me', operation('Get my profile', 200, OwnProfile), async (c) => {
    const viewer = await requireViewer(c)
    const profile = await findOwnProfile(c.var.db, viewer.id)
    const suggestedName = profile.displayName === null ? (await readSessionCookie(c))?.suggestedName : undefined
    return c.json({ ...profile, ...(suggestedName && { suggestedName }) } satisfies OwnProfile)
  })
  .post('/me', operation('Create my profile', 201, OwnProfile), input('json', SetUpProfile), async (c) => {
    const { viewer, email } = await requireSession(c)
    if (!viewer.emailVerified) throw new AppError('EmailNotVerified')
    const form = c.req.valid('json')
    const city = await requireCity(c, form.cityId)
    const welcome = { id: c.var.newId(), platform: c.var.site.platform }
    const isNew = await setUpProfile(c.var.db, c.var.now(), { id: viewer.id, email }, form, city, welcome)
    if (!isNew) throw new AppError('ProfileExists')
    return c.json(await findOwnProfile(c.var.db, viewer.id), 201)
  })
  .post(
    '/me/from-game',
    operation('Create my profile with only a name, to join a game', 201, OwnProfile, 'The city and the activity are those of the game.'),
    input('json', SetUpFromGame),
    async (c) => {
      const { viewer, email } = await requireSession(c)
      if (!viewer.emailVerified) throw new AppError('EmailNotVerified')
      const { eventId, ...form } = c.req.valid('json')
      const game = await findGameOfNewcomer(c.var.db, viewer.id, eventId)
      if (!game) throw eventNotFound()
      const isNew = await setUpFromGame(c.var.db, c.var.now(), { id: viewer.id, email }, game, form)
      if (!isNew) throw new AppError('ProfileExists')
      return c.json(await findOwnProfile(c.var.db, viewer.id), 201)
    },
  )
  .put('/me', operation('Change my profile', 200, OwnProfile), input('json', SaveProfile), async (c) => {
    const viewer = await requireComplete(c)
    const form = c.req.valid('json')
    await saveProfile(c.var.db, c.var.now(), viewer.id, form, await requireCity(c, form.cityId))
    return c.json(await findOwnProfile(c.var.db, viewer.id))
  })
  .put(
    '/me/activities/:activity',
    operation('Add or change one of my activities', 204),
    input('param', ActivityPath),
    input('json', ActivityChange),
    async (c) => {
      const viewer = await requireComplete(c)
      const { activity } = c.req.valid('param')
      await putActivity(c.var.db, c.var.now(), viewer.id, { activity, ...c.req.valid('json') })
      return c.body(null, 204)
    },
  )
  .delete('/me/activities/:activity', operation('Remove one of my activities', 204), input('param', ActivityPath), async (c) => {
    const viewer = await requireComplete(c)
    await removeActivity(c.var.db, c.var.now(), viewer.id, c.req.valid('param').activity)
    return c.body(null, 204)
  })
  .get(
    '/:userId',
    operation('Get the public profile of a person', 200, PublicProfile),
    input('param', ProfilePath),
    input('query', ProfileView),
    async (c) => {
      const viewer = await requireComplete(c)
      const { userId } = c.req.valid('param')
      const asOthers = c.req.valid('query').as === 'others'
      return c.json(await findPublicProfile(getPrimary(c), { viewerId: viewer.id, userId, asOthers, now: c.var.now() }))
    },
  )
  .get('/:userId/games', operation('List the upcoming games of a person', 200, ProfileGames), input('param', ProfilePath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId } = c.req.valid('param')
    const db = getPrimary(c)
    await requireReach(db, viewer.id, userId, 'upcomingGames')
    const events = await listGamesOf(db, { viewerId: viewer.id, userId, now: c.var.now(), limit: maxProfileGames })
    return c.json({ events } satisfies ProfileGames)
  })
  .get(
    '/:userId/teams',
    operation(
      'List the communities of a person',
      200,
      ProfileTeams,
      'Those in which I am too. With their upcoming games, a person also shows those that people can join or ask to join.',
    ),
    input('param', ProfilePath),
    input('query', ProfileView),
    async (c) => {
      const viewer = await requireComplete(c)
      const { userId } = c.req.valid('param')
      const db = getPrimary(c)
      const own = await requireReach(db, viewer.id, userId, 'profile')
      const isSeenByOthers = own.isSelf && c.req.valid('query').as === 'others'
      const showsOthers = mayReach(isSeenByOthers ? asStranger(own) : own, 'upcomingGames')
      // Nobody's id is empty, so nothing is shared with them.
      const teams = await listTeamsOfPerson(db, { viewerId: isSeenByOthers ? '' : viewer.id, userId, showsOthers })
      return c.json({ teams } satisfies ProfileTeams)
    },
  )

export type ProfileRoutes = typeof profileRoutes
