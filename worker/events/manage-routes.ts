import { Hono } from 'hono'
import { EventPath } from '../../domain/events/contract.ts'
import {
  ActOnJoiner,
  AddUnregistered,
  CheckIns,
  CheckInsAnswer,
  JoinerPath,
  ManagedEvent,
  MoveJoiner,
  PostUpdate,
} from '../../domain/events/manage-contract.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { checkIn } from './check-in.ts'
import { hostOf, offerSeatsSoon } from './from-request.ts'
import { actOnJoiner, addUnregistered, moveJoiner } from './host-actions.ts'
import { findManagedEvent } from './manage-queries.ts'
import { postUpdate } from './post-update.ts'

const operation = describeOperations('Hosting')

export const manageRoutes = new Hono<AppEnv>()
  .get(
    '/:id/manage',
    operation('Get everything for the hosts: players, waitlist, requests and messages', 200, ManagedEvent),
    input('param', EventPath),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      return c.json(await findManagedEvent(db, hostId, id, c.var.now()))
    },
  )
  .post(
    '/:id/joiners',
    operation('Add a guest without an account', 204),
    input('param', EventPath),
    input('json', AddUnregistered),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      await addUnregistered(db, getCommandContext(c), hostId, id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/joiners/:joinerId',
    operation('Approve, decline, seat or remove a person', 204),
    input('param', JoinerPath),
    input('json', ActOnJoiner),
    async (c) => {
      const { id, joinerId } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      await actOnJoiner(db, getCommandContext(c), hostId, id, joinerId, c.req.valid('json').action)
      offerSeatsSoon(c, id)
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/joiners/:joinerId/slot',
    operation('Move a person to another slot', 204),
    input('param', JoinerPath),
    input('json', MoveJoiner),
    async (c) => {
      const { id, joinerId } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      await moveJoiner(db, c.var.now(), hostId, id, joinerId, c.req.valid('json').slotId)
      offerSeatsSoon(c, id)
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/check-ins',
    operation('Check players in', 200, CheckInsAnswer),
    input('param', EventPath),
    input('json', CheckIns),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      return c.json((await checkIn(db, c.var.now(), hostId, id, c.req.valid('json'))) satisfies CheckInsAnswer)
    },
  )
  .post(
    '/:id/updates',
    operation('Send a message to everyone in the game', 201),
    input('param', EventPath),
    input('json', PostUpdate),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      await postUpdate(db, getCommandContext(c), hostId, id, c.req.valid('json'))
      return c.body(null, 201)
    },
  )

export type ManageRoutes = typeof manageRoutes
