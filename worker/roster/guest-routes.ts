import { Hono } from 'hono'
import {
  AddChild,
  Added,
  GuestOfferList,
  GuestPath,
  GuestQuery,
  ImportAnswer,
  ImportPath,
  ImportRows,
  RosterGuest,
  RosterGuestPage,
  SaveDetails,
  SavedDetails,
} from '../../domain/roster/contract.ts'
import { AddGuest, TeamId } from '../../domain/teams/contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { addGuest, removeGuest } from '../teams/change-guests.ts'
import { getActor } from '../teams/get-actor.ts'
import { addChild } from './children.ts'
import { saveDetails } from './details.ts'
import { acceptGuestOffer, declineGuestOffer, listGuestOffers } from './guest-offers.ts'
import { importRows } from './import-rows.ts'
import { findGuest, listGuests } from './list-guests.ts'

const operation = describeOperations('Teams')

/** People without an account in one team, and the offer to take their place. Mounted under /teams. */
export const rosterGuestRoutes = new Hono<AppEnv>()
  .get(
    '/guest-offers',
    operation('Communities in which I can take the place of a guest with my address', 200, GuestOfferList),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json((await listGuestOffers(getPrimary(c), viewer.id)) satisfies GuestOfferList)
    },
  )
  .post(
    '/:id/guest-offer/accept',
    operation('Become a member in the place of the guest with my address', 204),
    input('param', TeamId),
    async (c) => {
      const viewer = await requireComplete(c)
      await acceptGuestOffer(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .post('/:id/guest-offer/decline', operation('Stay out of a community in which I am a guest', 204), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await declineGuestOffer(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .get(
    '/:id/guests',
    operation(
      'Guests of a community I am in',
      200,
      RosterGuestPage,
      'Owners, organizers, captains and coaches see all guests. Other members see only their own children. Only owners and organizers see addresses, and may look for one.',
    ),
    input('param', TeamId),
    input('query', GuestQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      const page = await listGuests(getPrimary(c), await getActor(c, viewer), c.req.valid('param').id, c.req.valid('query'))
      return c.json(page satisfies RosterGuestPage)
    },
  )
  .post(
    '/:id/guests',
    operation('Add a guest to a community I run', 201, Added),
    input('param', TeamId),
    input('json', AddGuest),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(
        { id: await addGuest(getPrimary(c), getClock(c), await getActor(c, viewer), c.req.valid('param').id, c.req.valid('json')) },
        201,
      )
    },
  )
  .get('/:id/guests/:guestId', operation('A guest of a community I am in', 200, RosterGuest), input('param', GuestPath), async (c) => {
    const viewer = await requireViewer(c)
    const { id, guestId } = c.req.valid('param')
    return c.json((await findGuest(getPrimary(c), await getActor(c, viewer), id, guestId)) satisfies RosterGuest)
  })
  .delete(
    '/:id/guests/:guestId',
    operation('Remove a guest of a community I run, or my child', 204),
    input('param', GuestPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, guestId } = c.req.valid('param')
      await removeGuest(getPrimary(c), getClock(c), await getActor(c, viewer), id, guestId)
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/guests/:guestId/details',
    operation('Save what a community I run knows about a guest', 200, SavedDetails),
    input('param', GuestPath),
    input('json', SaveDetails),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, guestId } = c.req.valid('param')
      const version = await saveDetails(getPrimary(c), getClock(c), viewer.id, id, { guestId }, c.req.valid('json'))
      return c.json({ version } satisfies SavedDetails)
    },
  )
  .post(
    '/:id/children',
    operation('Add my child to a community I am in', 201, Added),
    input('param', TeamId),
    input('json', AddChild),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json({ id: await addChild(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id, c.req.valid('json')) }, 201)
    },
  )
  .post(
    '/:id/imports/:importId/rows',
    operation('Add rows of a file as guests', 200, ImportAnswer, 'Rows that are sent again are not added again.'),
    input('param', ImportPath),
    input('json', ImportRows),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, importId } = c.req.valid('param')
      const answer = await importRows(getPrimary(c), getClock(c), viewer.id, { teamId: id, importId }, c.req.valid('json').rows)
      return c.json(answer satisfies ImportAnswer)
    },
  )

export type RosterGuestRoutes = typeof rosterGuestRoutes
