import { Hono } from 'hono'
import { CursorOnly } from '../../domain/ids.ts'
import { PlaceGuest, SeasonGuestPage, SeasonGuestPath, SeasonPath } from '../../domain/seasons/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { listSeasonGuests, registerGuest, unregisterGuest } from './guests.ts'

const operation = describeOperations('Seasons')
const pathOf = ({ id, guestId }: { id: string; guestId: string }) => ({ seasonId: id, guestId })

/** The guests and children in a season, mounted under /seasons. */
export const seasonGuestRoutes = new Hono<AppEnv>()
  .get(
    '/:id/guests',
    operation(
      'The guests of a season',
      200,
      SeasonGuestPage,
      'Children, and people without an account. Who runs people or games sees all, and a parent their own children.',
    ),
    input('param', SeasonPath),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await requireViewer(c)
      const { cursor } = c.req.valid('query')
      return c.json(await listSeasonGuests(getPrimary(c), asPerson(viewer.id), c.req.valid('param').id, cursor))
    },
  )
  .put(
    '/:id/guests/:guestId',
    operation(
      'Register a guest of my community, or my child',
      204,
      undefined,
      'A parent registers their child without a group. Organizers register any guest, and give out the places in the groups.',
    ),
    input('param', SeasonGuestPath),
    input('json', PlaceGuest),
    async (c) => {
      const viewer = await requireViewer(c)
      await registerGuest(getPrimary(c), getClock(c), asPerson(viewer.id), pathOf(c.req.valid('param')), c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/guests/:guestId',
    operation('Take a guest of my community, or my child, out of a season', 204),
    input('param', SeasonGuestPath),
    async (c) => {
      const viewer = await requireViewer(c)
      await unregisterGuest(getPrimary(c), getClock(c), asPerson(viewer.id), pathOf(c.req.valid('param')))
      return c.body(null, 204)
    },
  )

export type SeasonGuestRoutes = typeof seasonGuestRoutes
